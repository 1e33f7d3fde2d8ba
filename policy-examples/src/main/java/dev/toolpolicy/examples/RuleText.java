package dev.toolpolicy.examples;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.RuleDecision;
import java.util.List;

/** Rules in words. */
record RuleText(ToolCatalog tools) {
    /** Returns the deciding rule: its number from 1, and its text. */
    String deciding(String tool, RuleDecision decision) {
        String number = number(tool, decision);
        return decision.rule().isEmpty()
                ? number
                : number + ", "
                        + VisibleText.ascii(
                                rules(tool).get(decision.rule().getAsInt()).toString());
    }

    /** Returns the number of the rule that decided. */
    String number(String tool, RuleDecision decision) {
        return decision.rule().isEmpty()
                ? "no rule"
                : "rule " + (decision.rule().getAsInt() + 1) + " of "
                        + rules(tool).size();
    }

    private List<RuleSpec> rules(String tool) {
        return tools.find(tool)
                .flatMap(found -> found.run())
                .map(RuleList::rules)
                .orElse(List.of());
    }
}
