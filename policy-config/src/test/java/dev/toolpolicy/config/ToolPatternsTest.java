package dev.toolpolicy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists, requirements and limits under patterns of tools' names. */
class ToolPatternsTest {
    private static final ToolSchema PATH = ToolSchema.of(Parameter.required("path", ParameterType.path()));
    private static final ToolSchema TEXT = ToolSchema.of(Parameter.required("text", ParameterType.string()));

    private static PolicyEngineBuilder builder(String... files) {
        PolicyEngineBuilder builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("mcp__github__read", PATH),
                        DeclaredTool.of("mcp__github__write", PATH),
                        DeclaredTool.of("mcp__mail__send", TEXT),
                        DeclaredTool.of("bash", TEXT).withRun(RuleList.always(Mode.ALLOW)))));
        List<PolicyConfiguration> layers = Stream.of(files)
                .map(text -> PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", text))
                .toList();
        layers.forEach(builder::configuration);
        return builder;
    }

    private static String mode(PolicyEngine engine, String tool, String arguments) {
        CallPreview preview = engine.session("s").calls().preview(tool, arguments);
        return preview.status().name();
    }

    private static String run(PolicySession session, String tool, String arguments) {
        return session.guard("c", tool, arguments).run(call -> "done").kind().name();
    }

    private static List<String> problems(PolicyEngineBuilder builder) {
        List<String> problems = new ArrayList<>();
        List<PolicyProblem> found;
        try {
            found = builder.build().warnings();
        } catch (InvalidPolicyException e) {
            found = e.problems();
        }
        found.stream()
                .map(PolicyProblem::diagnostic)
                .filter(diagnostic -> !diagnostic.code().toString().equals("no-catch-all"))
                .forEach(diagnostic -> problems.add(diagnostic.code() + " " + diagnostic.summary()));
        return problems;
    }

    @ParameterizedTest
    @CsvSource({
        "mcp__github__write, WILL_RUN",
        "mcp__github__read, DENIED",
        "mcp__mail__send, WILL_ASK",
        "bash, WILL_RUN"
    })
    void theMostSpecificPatternServesATool(String tool, String expected) {
        PolicyEngine engine = builder("""
            [tools."*".policy]
            run = "ask"
            [tools."mcp__github__*".policy]
            run = "deny"
            [tools."mcp__*__write".policy]
            run = "deny"
            [tools."mcp__github__w*".policy]
            run = "allow"
            """).build();
        String arguments = tool.startsWith("mcp__github") ? "{\"path\":\"a\"}" : "{\"text\":\"a\"}";
        assertThat(mode(engine, tool, arguments)).isEqualTo(expected);
    }

    @Test
    void aTieIsAnErrorForAToolThatExists() {
        assertThat(problems(builder("""
            [tools."mcp__*_read".policy]
            run = "deny"
            [tools."mcp__g*read".policy]
            run = "allow"
            """)))
                .containsExactly("ambiguous-tools the tool \"mcp__github__read\" fits \"mcp__*_read\","
                        + " \"mcp__g*read\" equally well");
        assertThat(problems(builder("""
            [tools."mcp__*_read".policy]
            run = "deny"
            [tools."mcp__g*read".policy]
            run = "allow"
            [tools.mcp__github__read.policy]
            run = "allow"
            """))).isEmpty();
    }

    @Test
    void aPatternThatFitsNothingIsAnErrorUnlessItsToolsComeLater() {
        assertThat(problems(builder("[tools.\"mcp__slack__*\".policy]\nrun = \"deny\"")))
                .containsExactly("unknown-tool no tool's name fits the pattern \"mcp__slack__*\"");
        assertThat(problems(builder("[tools.\"mcp__slack__*\".policy]\nrun = \"deny\"\nexternal = true")))
                .isEmpty();
    }

    @Test
    void aPatternReplacesAnOwnListOnlyIfItSaysSo() {
        String own = "[tools.bash.policy]\nrun = \"allow\"\n";
        PolicyEngineBuilder silent = builder(own, "[tools.\"ba*\".policy]\nrun = \"deny\"");
        assertThat(problems(silent))
                .containsExactly(
                        "list-not-reached the list of \"ba*\" doesn't reach the tool \"bash\", whose own list is"
                                + " less strict");
        assertThat(mode(silent.build(), "bash", "{\"text\":\"a\"}")).isEqualTo("WILL_RUN");
        PolicyEngine overriding = builder(own, "[tools.\"ba*\".policy]\nrun = \"deny\"\noverrides = true")
                .build();
        assertThat(mode(overriding, "bash", "{\"text\":\"a\"}")).isEqualTo("DENIED");
        PolicyEngine earlier = builder("[tools.\"ba*\".policy]\nrun = \"deny\"\noverrides = true", own)
                .build();
        assertThat(mode(earlier, "bash", "{\"text\":\"a\"}")).isEqualTo("WILL_RUN");
    }

    @Test
    void aPatternWhoseRulesReadFactsIsComparedWithAnOwnList() {
        String own = "[tools.bash.policy]\nrun = \"allow\"\n";
        String pattern = """
            [facts]
            role = { type = "string" }

            [tools."ba*".policy]
            run = [{ fact = "/role", const = "intern", mode = "deny" }, { mode = "allow" }]
            """;
        assertThat(problems(builder(own, pattern)))
                .containsExactly(
                        "list-not-reached the list of \"ba*\" doesn't reach the tool \"bash\", whose own list is"
                                + " less strict");
    }

    @Test
    void aStricterRuleThatDoesNotFitMakesAnAllowAsk() {
        PolicyEngine engine = builder("""
            [tools."mcp__*".policy]
            run = [{ arg = "/path", prefix = ".env", mode = "deny", name = "no-secrets" }, { mode = "allow" }]
            """).build();
        assertThat(mode(engine, "mcp__github__read", "{\"path\":\"a\"}")).isEqualTo("WILL_RUN");
        assertThat(mode(engine, "mcp__github__read", "{\"path\":\".env\"}")).isEqualTo("DENIED");
        assertThat(mode(engine, "mcp__mail__send", "{\"text\":\"a\"}")).isEqualTo("WILL_ASK");
    }

    @Test
    void aPatternInARequirementIsMetByOneOfItsTools() {
        PolicyEngine engine = builder("""
            [tools."*".policy]
            run = "allow"
            [tools.bash.policy]
            requires = [{ tools = ["mcp__github__*"] }]
            """).build();
        PolicySession session = engine.session("s");
        assertThat(session.calls().preview("bash", "{\"text\":\"a\"}").forModel())
                .contains("bash can run only after mcp__github__* has succeeded in this session.");
        run(session, "mcp__github__write", "{\"path\":\"a\"}");
        assertThat(session.calls().preview("bash", "{\"text\":\"a\"}").willRun())
                .isTrue();
    }

    @Test
    void aToolThatItsPatternsRequirementNamesRequiresTheOthers() {
        PolicySession session = builder("""
            [tools."mcp__github__*".policy]
            run = "allow"
            requires = [{ tools = ["bash", "mcp__github__read"] }]
            """).build().session("s");
        assertThat(run(session, "mcp__github__read", "{\"path\":\"a\"}")).isEqualTo("DENIED");
        run(session, "bash", "{\"text\":\"a\"}");
        assertThat(run(session, "mcp__github__write", "{\"path\":\"a\"}")).isEqualTo("DENIED");
        assertThat(run(session, "mcp__github__read", "{\"path\":\"a\"}")).isEqualTo("RAN");
        assertThat(run(session, "mcp__github__write", "{\"path\":\"a\"}")).isEqualTo("RAN");
        PolicySession both = builder("[tools.'mcp__github__*'.policy]\nrun = 'allow'\n"
                        + "requires = [{ tools = ['mcp__github__write', 'mcp__github__read'] }]")
                .build()
                .session("s");
        assertThat(run(both, "mcp__github__read", "{\"path\":\"a\"}")).isEqualTo("RAN");
    }

    @Test
    void theToolsOfAPatternShareItsLimits() {
        PolicyEngine engine = builder("""
            [tools."mcp__*".policy]
            run = "allow"
            limits = [{ calls = 2 }]
            """).build();
        PolicySession session = engine.session("s");
        assertThat(run(session, "mcp__github__read", "{\"path\":\"a\"}")).isEqualTo("RAN");
        assertThat(run(session, "mcp__mail__send", "{\"text\":\"a\"}")).isEqualTo("RAN");
        assertThat(run(session, "mcp__github__read", "{\"path\":\"a\"}")).isEqualTo("DENIED");
    }

    @Test
    void limitsAreReadWithTheirMistakes() {
        assertThat(problems(builder("""
            [tools.bash.policy]
            run = "allow"
            limits = [{ calls = 10, per = "1m" }, { failures = 3, per = "10m" }]
            """))).isEmpty();
        assertThatThrownBy(() -> builder("""
            [tools.bash.policy]
            limits = [{ calls = 0 }, { calls = 1, per = "1 minute" }, { total = 5 }, { failures = 3 },
              { cals = 3 }, { total = -1, of = "/text" }, { calls = 1, of = "/text" }]
            """).build())
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        e -> assertThat(e.problems()).hasSize(8));
    }

    @Test
    void aLimitSumsANumberOfItsTool() {
        assertThat(problems(builder("[tools.bash.policy]\nlimits = [{ total = 5, of = \"/text\" }]")))
                .containsExactly("matcher-type a limit sums numbers, but \"/text\" of \"bash\" is a string");
    }

    @Test
    void onlyAPatternOverrides() {
        assertThat(problems(builder("[tools.bash.policy]\nrun = \"ask\"\noverrides = true")))
                .containsExactly("unknown-key \"overrides\" is only for a name with \"*\"");
    }
}
