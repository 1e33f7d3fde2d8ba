package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The decision of the result rules on a call's result. Immutable.
 *
 * @param mode {@code allow} delivers it, {@code ask} asks first, {@code edit} lets an approver edit it first, {@code
 *     deny} delivers the {@linkplain #notice notice} instead
 * @param rule the index of the rule that decided, from 0; empty if no rule matched and the default is to ask
 * @param guarded the path argument that turned the rule's allow into ask; empty if there is none
 */
public record ResultDecision(Mode mode, OptionalInt rule, Optional<String> guarded) {

    /**
     * Creates the decision of a list's verdict.
     *
     * @param verdict the verdict
     * @return the decision
     */
    public static ResultDecision of(RuleVerdict verdict) {
        return new ResultDecision(verdict.mode(), verdict.rule(), verdict.guarded());
    }

    /**
     * Returns the message for the model instead of a result that isn't delivered.
     *
     * @return one sentence, without any content of the result
     */
    public String notice() {
        return "Result withheld by " + (rule.isPresent() ? "rule " + (rule.getAsInt() + 1) + " of " : "")
                + "this tool's result rules";
    }
}
