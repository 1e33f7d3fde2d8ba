package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.permission.Reply;
import org.jspecify.annotations.Nullable;

/** What permission says of one call. A closed family of values. */
sealed interface Permit {
    /** Nobody has answered: nobody needs to be asked, or nobody could be. */
    Permit NONE = new None();

    /** Nobody has answered. */
    record None() implements Permit {}

    /**
     * Somebody lets the call run.
     *
     * @param forPolicies whether they were shown that a session policy requires an approval
     * @param edited other arguments, valid and whole, with which it runs; null if it runs with its own
     * @param remembered whether they said so of an earlier call, and haven't seen this one
     */
    record Granted(boolean forPolicies, @Nullable CallArguments edited, boolean remembered) implements Permit {}

    /**
     * The call is declined.
     *
     * @param reason why; empty if nobody said
     * @param source who or what declines
     */
    record Declined(String reason, Reply.Source source) implements Permit {}
}
