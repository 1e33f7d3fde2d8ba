package dev.toolpolicy.runtime.rule;

import dev.toolpolicy.rule.Mode;
import java.util.OptionalInt;

/**
 * What a list answers for a call. Immutable.
 *
 * @param mode the answer
 * @param rule the index of the rule that decided, from 0; empty if none held and the answer is the implicit ask
 */
public record RuleVerdict(Mode mode, OptionalInt rule) {

    /** No rule held. */
    static final RuleVerdict IMPLICIT = new RuleVerdict(Mode.ASK, OptionalInt.empty());
}
