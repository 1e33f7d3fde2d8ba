package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import org.jspecify.annotations.Nullable;

/** The result of asking permission for one call. A closed family of values. */
sealed interface Permit {
    /** The only instance of {@link None}. */
    Permit NONE = new None();

    /** No answer: none was needed, or no approver was available. */
    record None() implements Permit {}

    /**
     * The permission to run the call.
     *
     * @param forPolicies whether the approver was shown that a session policy requires an approval
     * @param edited the edited arguments, valid and complete; null if the call keeps its own
     * @param remembered whether an earlier answer was applied to this call
     */
    record Granted(boolean forPolicies, @Nullable CallArguments edited, boolean remembered) implements Permit {}

    /**
     * The call is declined.
     *
     * @param reason why; empty if no reason was given
     * @param source who or what declined it
     */
    record Declined(String reason, AnswerSource source) implements Permit {}
}
