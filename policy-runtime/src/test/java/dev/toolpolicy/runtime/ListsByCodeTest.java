package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.PageLines;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lists that code gives are the last layer, and are checked as those of files are. */
class ListsByCodeTest {
    private static final Argument.Text PATH = Argument.Text.at("/path");
    private static final DeclaredTool WRITE = DeclaredTool.of(
                    "write", ToolSchema.of(Parameter.required("path", ParameterType.path())))
            .withRun(RuleList.always(Mode.EDIT));
    private static final DeclaredTool BASH =
            DeclaredTool.of("bash", ToolSchema.of(Parameter.required("command", ParameterType.string())));

    private static PolicyConfiguration toml(String text) {
        return PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", text);
    }

    private static PolicyEngineBuilder builder() {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE, BASH)))
                .configuration(toml("tools.write.policy.run = 'deny'\ntools.'*'.policy.run = 'deny'"))
                .reloadConsent(changes -> true);
    }

    private static Mode mode(PolicyEngine engine, String tool, String arguments) {
        ToolCallStream call = engine.session("s").calls().call("1", tool).append(arguments.replace('\'', '"'));
        call.finish();
        return call.decision().orElseThrow().mode();
    }

    @Test
    void codeIsAboveDeclarationsAndFilesAndStaysThere() {
        RuleList rules = RuleList.of(RuleSpec.when(PATH.prefix("src"), Mode.ALLOW), RuleSpec.otherwise(Mode.ASK));
        PolicyEngine engine = builder()
                .run("write", rules)
                .result("bash", RuleList.always(Mode.ALLOW))
                .build();
        assertThat(mode(engine, "write", "{'path':'src/a'}")).isEqualTo(Mode.ALLOW);
        assertThat(mode(engine, "write", "{'path':'a'}")).isEqualTo(Mode.ASK);
        assertThat(mode(engine, "bash", "{'command':'a'}")).isEqualTo(Mode.DENY);
        assertThat(engine.origin("write", ListKind.RUN)).hasToString("code");
        assertThat(engine.origin("bash", ListKind.RESULT)).hasToString("code");
        assertThat(engine.origin("bash", ListKind.RUN)).hasToString("configuration of all tools, policy.toml:2:24");
        assertThat(engine.reload(toml("tools.write.policy.run = 'ask'")))
                .extracting(ReloadOutcome::kind)
                .isEqualTo(ReloadOutcome.Kind.APPLIED);
        assertThat(mode(engine, "write", "{'path':'src/a'}")).isEqualTo(Mode.ALLOW);
    }

    @Test
    void itsListForAllToolsServesThoseWithoutOneOfTheirOwn() {
        PolicyEngine engine = builder().run("*", RuleList.always(Mode.ASK)).build();
        assertThat(mode(engine, "bash", "{'command':'a'}")).isEqualTo(Mode.ASK);
        assertThat(mode(engine, "write", "{'path':'a'}"))
                .as("a file has one for it")
                .isEqualTo(Mode.DENY);
        assertThat(engine.origin("bash", ListKind.RUN)).hasToString("code, for all tools");
    }

    @Test
    void itsListForAPatternServesThoseWithoutOneOfTheirOwnToo() {
        PolicyEngine engine = builder()
                .run("b*", RuleList.always(Mode.ASK))
                .run("w*", RuleList.always(Mode.ASK))
                .build();
        assertThat(mode(engine, "bash", "{'command':'a'}")).isEqualTo(Mode.ASK);
        assertThat(mode(engine, "write", "{'path':'a'}")).isEqualTo(Mode.DENY);
    }

    @Test
    void itIsCheckedOnceAndItsOriginIsNamed() {
        assertThatThrownBy(() -> builder()
                        .run(
                                "write",
                                RuleList.of(
                                        RuleSpec.when(PATH.prefix("src"), Mode.ASK),
                                        RuleSpec.when(PATH.prefix("src/x"), Mode.DENY),
                                        RuleSpec.when(Argument.Text.at("/pth").prefix("a"), Mode.ASK)))
                        .result("wrte", RuleList.always(Mode.ASK))
                        .build())
                .satisfies(wrong -> assertThat(PageLines.cut(String.valueOf(wrong.getMessage())))
                        .isEqualTo("""
                            tool "write", run by code: error: [toolpolicy/unknown-pointer] there is no parameter "/pth"
                              help: did you mean "/path"?
                            tool "wrte", result by code: error: [toolpolicy/unknown-tool] no tool is named "wrte"
                              help: did you mean "write"?\
                            """));
        PolicyEngine engine = builder()
                .unreachableRules(Severity.WARNING)
                .run(
                        "*",
                        RuleList.of(
                                RuleSpec.when(PATH.prefix("src"), Mode.ASK),
                                RuleSpec.when(Argument.Text.at("/command").prefix("git"), Mode.ASK),
                                RuleSpec.when(Argument.Text.at("/command").prefix("git x"), Mode.DENY),
                                RuleSpec.otherwise(Mode.ALLOW)))
                .build();
        assertThat(engine.warnings())
                .extracting(problem -> PageLines.cut(problem.toString()))
                .containsExactly("""
                    all tools, run by code: warning: [toolpolicy/dropped-default] rule 1 fits none of the tools
                      note: of the first, there is no parameter "/path\"\
                    """, """
                    all tools, run by code: error: [toolpolicy/unreachable-rule] rule 3 never applies: earlier rules decide \
                    every call of each tool that it fits\
                    """);
    }

    /** Two invalid values of one list have one place, and both are reported. */
    @Test
    void everyFaultIsTold() {
        PolicyEngineBuilder builder = builder()
                .run(
                        "write",
                        RuleList.of(
                                RuleSpec.when(PATH.constant("a\0b"), Mode.ASK),
                                RuleSpec.when(PATH.constant("c\0d"), Mode.ASK)));
        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        wrong -> assertThat(wrong.problems()).hasSize(2));
    }

    @Test
    void aToolThatLosesARuleOfTheListForAllToolsIsDisabledThereToo() {
        PolicyEngine engine = builder()
                .run(
                        "*",
                        RuleList.of(
                                RuleSpec.when(Argument.Text.at("/command").prefix("rm"), Mode.DENY),
                                RuleSpec.otherwise(Mode.ASK)))
                .build();
        DeclaredTool renamed =
                DeclaredTool.of("bash", ToolSchema.of(Parameter.required("line", ParameterType.string())));
        assertThat(engine.replace(renamed).problems())
                .anySatisfy(problem -> assertThat(problem.toString())
                        .startsWith("code, for all tools: [toolpolicy/unknown-pointer] tool \"bash\" has changed"));
        assertThat(engine.tools().find("bash")).isEmpty();
    }

    @Test
    void asALayerItCanStandAnywhere() {
        PolicyLayer code = PolicyEngine.layer(Map.of("write", RuleList.always(Mode.ASK)), Map.of());
        PolicyEngine below = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(WRITE, BASH)))
                .configuration(code, toml("tools.write.policy.run = 'deny'"))
                .build();
        assertThat(mode(below, "write", "{'path':'a'}")).isEqualTo(Mode.DENY);
        assertThat(mode(builder().configuration(code).build(), "write", "{'path':'a'}"))
                .isEqualTo(Mode.ASK);
        assertThat(Layer.reread(List.of(code))).containsExactly(code);
    }

    @Test
    void itsProblemsComeAfterThoseOfFiles() {
        PolicyEngineBuilder builder = builder()
                .configuration(toml("tools.write.policy.run = 'skp'"))
                .run("write", RuleList.of(RuleSpec.when(PATH.prefix(""), Mode.ASK)));
        assertThatThrownBy(builder::build)
                .isInstanceOfSatisfying(
                        InvalidPolicyException.class,
                        wrong -> assertThat(wrong.problems())
                                .extracting(
                                        problem -> problem.place().orElseThrow().toString())
                                .containsExactly("policy.toml:1:26", "tool \"write\", run by code"));
    }
}
