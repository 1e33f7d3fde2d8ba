package dev.toolpolicy.config;

import static dev.toolpolicy.config.ConfigurationTools.toml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Rules of floors that are only for tools with a place. */
class FloorPlacesTest {
    private static PolicyEngineBuilder builder() {
        ToolSchema read = ToolSchema.of(Parameter.required("path", ParameterType.path()));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(
                        DeclaredTool.of("read", read).withRun(RuleList.always(Mode.ALLOW)),
                        DeclaredTool.of("now", ToolSchema.of()).withRun(RuleList.always(Mode.ALLOW)))))
                .configuration(toml("facts.toml", "[facts]\nrole = { type = 'string' }"));
    }

    /** A misspelled place would leave the rule out for each tool, so that the floor stops nothing. */
    @Test
    void aPlaceThatIsSimilarToOneOfAToolIsReported() {
        String found = """
            floor.toml:3:8: warning: [toolpolicy/dropped-default] rule 1 fits none of the tools
                run = [{ arg = '/pth', prefix = 'a', where_present = true, mode = 'deny' }]
                       ^
              help: did you mean "/path"?
              note: of the first, there is no parameter "/pth"
              see: docs/reference/diagnostics/dropped-default.md\
            """;
        String misspelled = "{ arg = '/pth', prefix = 'a', where_present = true, mode = 'deny' }";
        assertThat(warnings("*", misspelled)).containsExactly(found);
        assertThat(warnings("re*", misspelled)).containsExactly(found);
        assertThatThrownBy(() -> warnings("read", misspelled))
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("there is no parameter \"/pth\"")
                .hasMessageContaining("did you mean \"/path\"?");
        assertThat(warnings("*", "{ arg = '/url', prefix = 'a', where_present = true, mode = 'deny' }"))
                .as("a floor may be about tools that this engine doesn't have")
                .isEmpty();
        assertThat(warnings(
                        "*",
                        "{ arg = '/paths', prefix = 'a', where_present = true, mode = 'deny' },"
                                + " { arg = '/path', prefix = 'a', where_present = true, mode = 'deny' }"))
                .as("another rule looks at the similar place")
                .noneMatch(each -> each.contains("dropped-default"));
    }

    private static List<String> warnings(String tool, String rules) {
        String floor = "floor = true\n[tools.\"" + tool + "\".policy]\nrun = [" + rules + "]";
        PolicyEngine engine = builder().configuration(toml("floor.toml", floor)).build();
        return engine.warnings().stream().map(PolicyProblem::toString).toList();
    }

    /** A fact is the same for every tool: where it isn't declared, no tool has the rule. */
    @Test
    void aFactThatIsNotDeclaredIsAnErrorForEachTool() {
        for (String condition : List.of("fact = '/rle', const = 'x'", "arg = '/path', in_fact = '/rle'")) {
            for (String tool : List.of("*", "re*", "read")) {
                String rule = "{ all = [{ arg = '/path', prefix = 'a' }, { " + condition + " }], where_present = true,";
                assertThatThrownBy(() -> builder()
                                .configuration(toml(
                                        "floor.toml",
                                        "floor = true\n[tools.\"" + tool + "\".policy]\nrun = [" + rule
                                                + " mode = 'deny' }]"))
                                .build())
                        .as(condition + " of " + tool)
                        .isInstanceOf(InvalidPolicyException.class)
                        .hasMessageContaining("there is no fact \"/rle\"");
            }
        }
        RuleSpec inCode = RuleSpec.whenAll(
                        List.of(
                                Condition.onFact(ArgumentPointer.parse("/rle"), Matcher.prefix("x")),
                                Argument.Text.at("/path").prefix("a")),
                        Mode.DENY)
                .wherePresent();
        assertThatThrownBy(() -> builder()
                        .configuration(PolicyEngine.layer(Map.of("*", RuleList.of(inCode)), Map.of())
                                .asFloor())
                        .build())
                .isInstanceOf(InvalidPolicyException.class)
                .hasMessageContaining("there is no fact \"/rle\"");
    }
}
