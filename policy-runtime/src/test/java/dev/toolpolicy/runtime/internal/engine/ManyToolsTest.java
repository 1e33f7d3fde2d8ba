package dev.toolpolicy.runtime.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Argument;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** In an engine of many tools, those that are the same to their rules share them. */
class ManyToolsTest {
    private static final int COPIES = 12;
    private static final List<ParameterType> TYPES = List.of(ParameterType.string(), ParameterType.path());
    private static final List<RuleList> RULES = List.of(
            RuleList.always(
                    Mode.ALLOW), // first, so that its result's empty list comes before the empty list that decides
            RuleList.empty(),
            RuleList.of(RuleSpec.when(Argument.Text.at("/to").prefix("a"), Mode.DENY)),
            RuleList.of(RuleSpec.when(Argument.Text.at("/to").prefix("b"), Mode.DENY)));

    private static PolicyEngine engine(List<DeclaredTool> tools) {
        return PolicyEngine.builder().tools(ToolCatalog.of(tools)).build();
    }

    private static String decided(PolicyEngine engine, String tool, String to) {
        try (PolicySession session = engine.newSession()) {
            return session.calls()
                    .call("1", tool)
                    .append("{\"to\": \"" + to + "\"}")
                    .finish()
                    .word();
        }
    }

    @Test
    void eachToolDecidesAsIfItWereAlone() {
        List<DeclaredTool> tools = new ArrayList<>();
        for (int copy = 0; copy < COPIES; copy++) {
            for (ParameterType type : TYPES) {
                for (RuleList rules : RULES) {
                    ToolSchema schema = ToolSchema.of(
                            Parameter.required("to", type),
                            Parameter.optional("other" + copy, ParameterType.integer()));
                    tools.add(DeclaredTool.of("t" + tools.size(), schema).withRun(rules));
                }
            }
        }
        PolicyEngine many = engine(tools);
        Set<String> words = new HashSet<>();
        for (DeclaredTool tool : tools) {
            PolicyEngine alone = engine(List.of(tool));
            for (String to : List.of("a", "b", "b/../a")) {
                String word = decided(alone, tool.name(), to);
                words.add(word);
                assertThat(decided(many, tool.name(), to)).as("%s %s", tool, to).isEqualTo(word);
            }
        }
        assertThat(words).hasSize(3); // allowed, denied, needs approval
    }
}
