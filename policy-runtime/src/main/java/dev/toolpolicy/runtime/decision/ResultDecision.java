package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the result list decided about a call's result. Immutable.
 *
 * @param mode {@code unattended} delivers it, {@code ask} asks first, {@code edit} lets it be edited first, {@code skip}
 *     delivers the {@linkplain #notice notice} instead
 * @param rule the index of the rule that decided, from 0; empty if none held and the answer is the implicit ask
 * @param guarded the path argument that turned the rule's unattended answer into ask; empty if none did
 */
public record ResultDecision(Mode mode, OptionalInt rule, Optional<String> guarded) {

    public static ResultDecision of(RuleVerdict verdict) {
        return new ResultDecision(verdict.mode(), verdict.rule(), verdict.guarded());
    }

    /**
     * What the model is told in place of a result that isn't delivered.
     *
     * @return one sentence, which says nothing of the result
     */
    public String notice() {
        return "Tool Policy withholds this result"
                + (rule.isPresent() ? " by rule " + (rule.getAsInt() + 1) + " of the tool's result list" : "");
    }
}
