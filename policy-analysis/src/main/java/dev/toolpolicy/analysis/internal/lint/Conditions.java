package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;

/** The places of the conditions of a rule, and those that they look at. Stateless. */
final class Conditions {
    private Conditions() {}

    /** Returns the place that a condition looks at in the tool's parameters or the facts, also below {@code each}. */
    static ArgumentPointer pointer(RuleSpec rule, Condition condition) {
        return rule.each()
                .map(each -> ArgumentPointer.parse(each.array().toString() + condition.pointer()))
                .orElse(condition.pointer());
    }

    /**
     * Returns the condition's index in {@code all}; -1 if it stands in the rule itself. Equal conditions count as the
     * first.
     */
    static int index(RuleSpec rule, Condition condition) {
        boolean own = rule.each().isEmpty() && rule.conditions().size() == 1;
        return own ? -1 : rule.conditions().indexOf(condition);
    }
}
