package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.found;
import static dev.toolpolicy.config.ConfigurationTools.messages;
import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.SessionLabel;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.internal.engine.EngineView;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Floors: files whose lists apply in addition to all other lists of their tools. */
class FloorsTest {
    private static final String SECRETS = """
        floor = true
        [tools."*".policy]
        run = [{ name = "secrets", arg = "/path", prefix = ".ssh", where_present = true, mode = "deny" }]
        """;

    private static DeclaredTool tool(String name, String... parameters) {
        List<Parameter> all = new ArrayList<>();
        for (String each : parameters) {
            all.add(Parameter.optional(each, each.equals("path") ? ParameterType.path() : ParameterType.string()));
        }
        return DeclaredTool.of(name, ToolSchema.of(all.toArray(Parameter[]::new)));
    }

    private static PolicyEngineBuilder builder(String... files) {
        PolicyEngineBuilder builder = PolicyEngine.builder()
                .tools(ToolCatalog.of(
                        List.of(tool("read", "path"), tool("fetch", "url"), tool("pay_out", "to"), tool("now"))));
        for (PolicyConfiguration each : layers(files)) {
            builder.configuration(each);
        }
        return builder;
    }

    private static PolicyConfiguration[] layers(String... files) {
        PolicyConfiguration[] layers = new PolicyConfiguration[files.length];
        for (int i = 0; i < files.length; i++) {
            layers[i] = toml(i + ".toml", files[i].replace(" @ ", "\n"));
        }
        return layers;
    }

    private static Mode mode(PolicyEngine engine, String tool, String arguments) {
        return engine.newSession()
                .calls()
                .preview(tool, arguments)
                .decision()
                .orElseThrow()
                .mode();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '"',
            value = {
                "[tools.read.policy] @ run = 'allow'",
                "[tools.'*'.policy] @ run = 'allow'",
                "[tools.'re*'.policy] @ run = 'allow' @ overrides = true",
                "floor = true @ [tools.read.policy] @ run = [{ mode = 'pass' }]"
            })
    void laterLayersCannotReplaceAFloor(String later) {
        for (PolicyEngine engine : List.of(
                builder("[tools.read.policy]\nrun = 'allow'", SECRETS, later).build(),
                builder("[tools.read.policy]\nrun = 'allow'", later, SECRETS).build())) {
            assertThat(mode(engine, "read", "{\"path\":\".ssh/key\"}")).isEqualTo(Mode.DENY);
            assertThat(mode(engine, "read", "{\"path\":\"src/a\"}")).isEqualTo(Mode.ALLOW);
        }
    }

    @Test
    void listsByCodeCannotReplaceAFloor() {
        PolicyEngine engine =
                builder(SECRETS).run("read", RuleList.always(Mode.ALLOW)).build();
        assertThat(mode(engine, "read", "{\"path\":\"a/../.ssh/key\"}")).isEqualTo(Mode.DENY);
        assertThat(mode(engine, "read", "{\"path\":\"a\"}")).isEqualTo(Mode.ALLOW);
    }

    @Test
    void aPassEndsItsFloorAndNoOther() {
        String docs = """
            floor = true
            [tools.fetch.policy]
            run = [{ arg = "/url", host = ["docs.rs"], mode = "pass" }, { mode = "deny" }]
            """;
        String allow = "[tools.fetch.policy]\nrun = 'allow'";
        PolicyEngine one = builder(docs, allow).build();
        assertThat(mode(one, "fetch", "{\"url\":\"https://docs.rs/x\"}")).isEqualTo(Mode.ALLOW);
        assertThat(mode(one, "fetch", "{\"url\":\"https://evil.example\"}")).isEqualTo(Mode.DENY);
        assertThat(mode(one, "fetch", "{\"url\":\"https://docs.rs@evil.example\"}"))
                .isEqualTo(Mode.DENY);
        PolicyEngine two = builder(docs, "floor = true\n[tools.\"f*\".policy]\nrun = 'ask'", allow)
                .build();
        assertThat(mode(two, "fetch", "{\"url\":\"https://docs.rs/x\"}")).isEqualTo(Mode.ASK);
        assertThat(mode(builder(docs).build(), "fetch", "{\"url\":\"https://docs.rs/x\"}"))
                .isEqualTo(Mode.ASK);
    }

    @Test
    void allListsOfAFileThatFitAToolApply() {
        PolicyEngine engine = builder(
                        "floor = true\n[tools.\"*\".policy]\nrun = 'ask'\n[tools.\"pay_*\".policy]\nrun = 'edit'\n"
                                + "[tools.pay_out.policy]\nrun = [{ arg = '/to', const = 'eve', mode = 'deny' }]",
                        "[tools.\"*\".policy]\nrun = 'allow'")
                .build();
        assertThat(mode(engine, "pay_out", "{\"to\":\"eve\"}")).isEqualTo(Mode.DENY);
        assertThat(mode(engine, "pay_out", "{\"to\":\"ann\"}")).isEqualTo(Mode.ASK);
        assertThat(mode(engine, "now", "{}")).isEqualTo(Mode.ASK);
    }

    @Test
    void aRuleForToolsWithItsPlaceIsNotThereForOthers() {
        PolicyEngine engine =
                builder(SECRETS, "[tools.\"*\".policy]\nrun = 'allow'").build();
        assertThat(engine.warnings())
                .extracting(warning -> warning.diagnostic().summary())
                .containsExactly(
                        "rule secrets of a floor stops only relative paths, and the list of \"read\" allows absolute"
                                + " ones");
        assertThat(engine.warnings().get(0).place()).map(Object::toString).hasValue("0.toml:3:8");
        assertThat(mode(engine, "now", "{}")).isEqualTo(Mode.ALLOW);
        assertThat(EngineView.of(engine).absences())
                .containsExactly("0.toml:3:8: rule 1 of this floor doesn't apply to \"fetch\", \"pay_out\", \"now\","
                        + " without the place that it looks at");
        PolicyEngine always = builder(
                        SECRETS.replace("where_present = true, ", ""), "[tools.\"*\".policy]\nrun = 'allow'")
                .build();
        assertThat(mode(always, "now", "{}")).isEqualTo(Mode.ASK);
        assertThat(always.warnings())
                .extracting(each -> each.diagnostic().code().id())
                .containsExactly("dropped-default", "stops-only-relative");
    }

    @Test
    void aToolThatComesLaterHasItsFloors() {
        PolicyEngine engine =
                builder(SECRETS, "[tools.\"*\".policy]\nrun = 'allow'").build();
        engine.replace(tool("server_read", "path"), tool("server_ping"));
        assertThat(mode(engine, "server_read", "{\"path\":\".ssh/key\"}")).isEqualTo(Mode.DENY);
        assertThat(mode(engine, "server_ping", "{}")).isEqualTo(Mode.ALLOW);
    }

    @Test
    void requirementsAndLimitsOfAFloorApplyBesideTheToolsOwn() {
        PolicyEngine engine = builder(
                        "floor = true\n[tools.read.policy]\nlimits = [{ calls = 2 }]\n"
                                + "[tools.pay_out.policy]\nrequires = [{ tools = ['now'] }]",
                        "[tools.\"*\".policy]\n"
                                + "run = 'allow'\n"
                                + "[tools.read.policy]\n"
                                + "run = 'allow'\n"
                                + "limits = [{ calls = 5 }]")
                .build();
        PolicySession session = engine.newSession();
        assertThat(call(engine, session, "pay_out").success()).isFalse();
        assertThat(call(engine, session, "now").success()).isTrue();
        assertThat(call(engine, session, "pay_out").success()).isTrue();
        assertThat(call(engine, session, "read").success()).isTrue();
        assertThat(call(engine, session, "read").success()).isTrue();
        assertThat(call(engine, session, "read").success()).isFalse();
    }

    private static CallResult call(PolicyEngine engine, PolicySession session, String tool) {
        return session.execute(
                "c-" + System.nanoTime(),
                tool,
                "{}",
                ToolHandlers.builder(engine.tools())
                        .otherwise((arguments, call) -> "done")
                        .build());
    }

    @Test
    void resultListsAndLabelsOfAFloorAddToAnyLayer() {
        String rest = "[tools.\"*\".policy]\nrun = 'allow'\n[results]\nread = { labels = [] }";
        PolicyEngine engine = builder("floor = true\n[results]\n\"*\" = { labels = ['private'] }", rest)
                .build();
        assertThat(labels(engine, "read")).containsExactly("private");
        assertThat(labels(engine, "now")).containsExactlyInAnyOrder("private", "untrusted");
        PolicyEngine withheld = builder("floor = true\n[tools.read.policy]\nresult = 'deny'", rest)
                .build();
        assertThat(call(withheld, withheld.newSession(), "read").isWhole()).isFalse();
        assertThat(call(withheld, withheld.newSession(), "now").isWhole()).isTrue();
        assertThat(engine.reload(layers(rest)).kind()).isEqualTo(ReloadOutcome.Kind.DECLINED);
    }

    private static List<String> labels(PolicyEngine engine, String tool) {
        PolicySession session = engine.newSession();
        call(engine, session, tool);
        return session.labels().stream().map(SessionLabel::name).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '"',
            value = {
                "[tools.'*'.policy] @ run='deny' > [facts]",
                "[tools.read.policy] @ run='deny' > [tools.read.policy] @ run='ask'",
                "[tools.read.policy] @ run='deny' > [tools.read.policy] @ run=[{arg='/path',prefix='a',mode='pass'},"
                        + "{mode='deny'}]",
                "[tools.'s_*'.policy] @ external=true @ run='deny' > [tools.'s_*'.policy] @ external=true @ run='ask'",
                "[tools.'s_*'.policy] @ external=true @ run='ask' > [facts]",
                "[tools.read.policy] @ result='deny' > [facts]"
            })
    void aWeakerFloorNeedsConsent(String before, String after) {
        assertThat(reload("floor=true @ " + before, "floor=true @ " + after)).isEqualTo(ReloadOutcome.Kind.DECLINED);
        assertThat(reload("floor=true @ " + after, "floor=true @ " + before)).isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(reload("floor=true @ " + before, "floor=true @ " + before)).isEqualTo(ReloadOutcome.Kind.APPLIED);
    }

    private static ReloadOutcome.Kind reload(String before, String after) {
        String own = "[tools.'*'.policy] @ run = [{ mode = 'allow' }]";
        return builder(own, before).build().reload(layers(own, after)).kind();
    }

    @Test
    void theRecordAndTheMessageNameTheRuleOfTheFloor() {
        List<CallRecord> records = new ArrayList<>();
        PolicyEngine engine = builder(SECRETS, "[tools.read.policy]\nrun = 'allow'")
                .onCall(records::add)
                .recordExplanations()
                .build();
        CallResult denied = engine.newSession()
                .execute(
                        "c",
                        "read",
                        "{\"path\":\".ssh/key\"}",
                        ToolHandlers.builder(engine.tools())
                                .otherwise((arguments, call) -> "")
                                .build());
        assertThat(denied.success()).isFalse();
        CallRecord.Decision decision = records.get(0).decision().orElseThrow();
        assertThat(decision.origin()).contains("floor, 0.toml:3:8");
        assertThat(decision.words()).contains("secrets: /path prefix \".ssh\" -> deny");
        assertThat(engine.newSession()
                        .calls()
                        .call("c", "read")
                        .append("{\"path\":\".ssh/key\"}")
                        .explanation()
                        .orElseThrow()
                        .toString())
                .contains("2  floor: secrets: /path prefix \".ssh\" -> deny", "<- decides");
        assertThat(EngineView.of(engine).floors("read", ListKind.RUN)).containsExactly("floor, 0.toml:3:7");
    }

    @Test
    void aLayerByCodeCanBeAFloor() {
        RuleSpec pass = RuleSpec.pass(Argument.Text.at("/url").host("docs.rs"));
        PolicyLayer floor = PolicyEngine.layer(
                        Map.of("fetch", RuleList.of(pass, RuleSpec.otherwise(Mode.ASK))), Map.of())
                .asFloor();
        PolicyEngine engine = builder("[tools.fetch.policy]\nrun = 'allow'")
                .configuration(floor)
                .build();
        assertThat(mode(engine, "fetch", "{\"url\":\"https://docs.rs\"}")).isEqualTo(Mode.ALLOW);
        assertThat(mode(engine, "fetch", "{\"url\":\"https://a.b\"}")).isEqualTo(Mode.ASK);
        PolicyLayer allowing = PolicyEngine.layer(Map.of("fetch", RuleList.always(Mode.ALLOW)), Map.of())
                .asFloor();
        assertThatThrownBy(() -> builder().configuration(allowing).build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("floor-allows");
        assertThatThrownBy(() -> builder().run("fetch", RuleList.of(pass)).build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("only the rules of a floor do");
    }

    @Test
    void whatOnlyFloorsHaveIsRefusedElsewhereAndTheReverse() {
        assertThat(messages(toml("floor = true\n[tools.bash.policy]\nrun = 'allow'")))
                .isEqualTo("""
                    policy.toml:3:7: error: [toolpolicy/floor-allows] the list of a floor allows calls
                        run = 'allow'
                              ^
                      help: delete it, so that the other lists decide
                      note: a floor can only make the decisions of other lists stricter\
                    """);
        assertThat(found(toml("[tools.bash.policy]\nrun = [{ mode = 'pass' }]")))
                .containsExactly("policy.toml:2:17 mode");
        assertThat(found(toml("[tools.bash.policy]\n"
                        + "run = [{ arg = '/command', const = 'a', mode = 'deny', where_present = true }, { mode ="
                        + " 'ask' }]")))
                .containsExactly("policy.toml:2:56 unknown-member");
        assertThat(found(toml("flor = true\n[tools.bash.policy]\nrun = 'ask'")))
                .containsExactly("policy.toml:1:1 unknown-key");
        assertThat(found(toml("floor = 'yes'\n[tools.bash.policy]\nrun = 'ask'")))
                .containsExactly("policy.toml:1:9 config-syntax");
        assertThat(found(toml(
                        "floor = true\n[tools.bash.policy]\nrun = [{ arg = '/comand', const = 'a', mode = 'deny' }]")))
                .containsExactly("policy.toml:3:16 unknown-pointer");
    }

    @Test
    void misspeltNamesOfCatalogsAndAcceptedWarningsAreErrors() {
        String tools = "\n[tools.bash.policy]\nrun = 'ask'";
        assertThat(found(toml("catlog = 'claude-code'" + tools))).containsExactly("policy.toml:1:1 unknown-key");
        assertThat(found(toml("accpt = ['no-catch-all']" + tools))).containsExactly("policy.toml:1:1 unknown-key");
        assertThat(found(toml("title = 'mine'\nnotes = ['a']" + tools))).isEmpty();
    }

    /** A glob that reads a path finds nothing in a URL. */
    @Test
    void aFileForSomeToolsCannotMakeAPathOfWhatAFloorReads() {
        String floor = """
            floor = true
            [tools."*".policy]
            run = [{ arg = "/url", glob = "*169.254*", where_present = true, mode = "deny" }, { mode = "pass" }]
            """;
        String team = "[tools.fetch]\nparameters = { url = \"path\" }\npolicy.run = \"allow\"";
        for (List<PolicyConfiguration> files : List.of(
                List.of(toml("floor.toml", floor), toml("team.toml", team).only("fetch")),
                List.of(toml("team.toml", team).only("fetch"), toml("floor.toml", floor)))) {
            PolicyEngineBuilder builder = builder();
            files.forEach(builder::configuration);
            assertThatThrownBy(builder::build)
                    .isInstanceOf(InvalidPolicyException.class)
                    .hasMessageContaining("team.toml:")
                    .hasMessageContaining("a path at \"/url\", which a floor reads as a string")
                    .hasMessageContaining("move it into the file of those who own it");
        }
        PolicyEngine engine = builder(floor + "\n[tools.fetch]\nparameters = { url = \"path\" }")
                .configuration(toml("team.toml", team).only("fetch"))
                .build();
        assertThat(mode(engine, "fetch", "{\"url\":\"src/a\"}")).isEqualTo(Mode.ALLOW);
        PolicyEngine unread = builder(SECRETS)
                .configuration(toml("team.toml", team).only("fetch"))
                .build();
        assertThat(mode(unread, "fetch", "{\"url\":\"src/a\"}")).isEqualTo(Mode.ALLOW);
    }

    @Test
    void norCanItsCatalogOrAPlaceInAnArray() {
        ToolSchema files = ToolSchema.of(Parameter.optional(
                "files",
                ParameterType.arrayOf(ParameterType.objectOf(Parameter.optional("url", ParameterType.string())))));
        ToolSchema read = ToolSchema.of(Parameter.required("file_path", ParameterType.string()));
        String floor = """
            floor = true
            [tools.fetch_all.policy]
            run = [{ each = "/files", all = [{ arg = "/url", glob = "*169.254*" }], mode = "deny" }, { mode = "pass" }]
            [tools.Read.policy]
            run = [{ arg = "/file_path", glob = "*169.254*", mode = "deny" }, { mode = "pass" }]
            """;
        Map<String, PolicyConfiguration> teams = Map.of(
                "/files/url",
                toml("team.toml", "[tools.fetch_all.parameters]\n\"/files/url\" = \"path\"")
                        .only("fetch_all"),
                "/file_path",
                toml("team.toml", "catalog = \"claude-code\"").only("*"));
        teams.forEach((place, team) -> assertThatThrownBy(() -> PolicyEngine.builder()
                        .tools(ToolCatalog.of(
                                List.of(DeclaredTool.of("fetch_all", files), DeclaredTool.of("Read", read))))
                        .configuration(toml("floor.toml", floor))
                        .configuration(team)
                        .build())
                .as(place)
                .hasMessageContaining("a path at \"" + place + "\", which a floor reads as a string"));
    }
}
