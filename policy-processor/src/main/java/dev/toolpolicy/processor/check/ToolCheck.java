package dev.toolpolicy.processor.check;

import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.ToolDeclaration;
import dev.toolpolicy.processor.model.ToolModel;
import dev.toolpolicy.rule.RuleList;
import java.util.Optional;

/** The check of a single tool: its rule lists, and its own side of its requirements. */
public final class ToolCheck {

    private ToolCheck() {}

    /** Checks a tool. The result is meaningful only if no errors were found. */
    public static ToolModel check(ToolDeclaration tool, Findings findings) {
        Optional<RuleList> run = tool.policy().run().flatMap(rules -> RuleCheck.check(tool, rules, findings));
        Optional<RuleList> result = tool.policy().result().flatMap(rules -> RuleCheck.check(tool, rules, findings));
        tool.policy().requires().forEach(requires -> {
            requires.faults().forEach(findings::add);
            KeyCheck.checkOwn(tool, requires, findings);
        });
        return new ToolModel(tool, run, result);
    }
}
