package dev.toolpolicy.test.policy.internal.prove;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.config.ConfigurationFormat;
import dev.toolpolicy.config.PolicyConfiguration;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The bounds of sinks that the surface lists. */
class SurfaceTest {
    private static List<String> openSinks(String prefix) {
        ToolSchema schema =
                ToolSchema.of(Parameter.required("path", ParameterType.path()).asSink());
        RuleList list = RuleList.of(
                RuleSpec.when(Argument.Text.at("/path").prefix(prefix), Mode.ALLOW), RuleSpec.otherwise(Mode.DENY));
        PolicyEngine engine = PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("write", schema).withRun(list))))
                .build();
        return Surface.of(engine, new Surface.State(List.of(), List.of(), Set.of()))
                .get(0)
                .open()
                .get(0)
                .openSinks();
    }

    @Test
    void aPrefixThatClimbsOutOfItsFolderBindsNothing() {
        for (String everywhere : List.of("/", "/work/..", "src/..", "src/../..", "/work/../")) {
            assertThat(openSinks(everywhere)).as(everywhere).containsExactly("/path");
        }
        for (String folder : List.of("/work", "src", "src/main/", "/work/app")) {
            assertThat(openSinks(folder)).as(folder).isEmpty();
        }
    }

    /** One tool that fits a pattern meets it, as in a session. */
    @Test
    void aRequirementOfAPatternIsMetByOneToolThatFits() {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", """
                    [tools]
                    read_inbox = { parameters = {}, policy.run = "ask" }
                    read_web = { parameters = {}, policy.run = "allow" }
                    log_in = { parameters = {}, policy.run = "ask" }
                    send.parameters = {}
                    send.policy = { run = "allow", requires = [{ tools = ["read_*"] }] }
                    pay.parameters = {}
                    pay.policy = { run = "allow", requires = [{ tools = ["read_*", "log_*"] }] }
                    """))
                .build();
        Function<Set<String>, List<String>> open =
                after -> Surface.of(engine, new Surface.State(List.of(), List.of(), after)).stream()
                        .filter(row -> !row.isNothing())
                        .map(row -> row.tool() + " after " + row.before())
                        .toList();
        assertThat(open.apply(Set.of())).containsExactly("read_web after []", "send after [read_web]");
        assertThat(open.apply(Set.of("log_in", "read_inbox")))
                .containsExactly("read_web after []", "send after []", "pay after []");
    }

    /** Such a tool runs without approval once its server has it, and then the tool that requires it does. */
    @Test
    void aRequiredToolCanComeLater() {
        for (String required : List.of("mcp__search", "mcp__s*", "mcp__*", "*search")) {
            assertThat(afterALaterTool(required)).as(required).containsExactly("mcp__? []", "deploy [mcp__?]");
        }
        for (String other : List.of("search", "s*")) {
            assertThat(afterALaterTool(other)).as(other).containsExactly("mcp__? []");
        }
    }

    private static List<String> afterALaterTool(String required) {
        PolicyEngine engine = PolicyEngine.builder()
                .configuration(PolicyConfiguration.of(ConfigurationFormat.TOML, "policy.toml", """
                    [tools.deploy]
                    parameters = {}
                    policy = { run = "allow", requires = [{ tools = ["%s"], external = true }] }
                    [tools."mcp__*".policy]
                    run = "allow"
                    external = true
                    """.formatted(required)))
                .build();
        return Surface.of(engine, new Surface.State(List.of(), List.of(), Set.of())).stream()
                .filter(row -> !row.isNothing())
                .map(row -> row.tool() + " " + row.before())
                .toList();
    }
}
