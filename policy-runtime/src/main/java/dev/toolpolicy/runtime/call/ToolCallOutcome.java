package dev.toolpolicy.runtime.call;

import dev.toolpolicy.schema.ArgumentError;
import java.util.Locale;
import java.util.Optional;

/**
 * The outcome of a call whose text has ended. Only an approved call can run. What doesn't belong to its {@link #kind} is
 * empty. Immutable. Not to be implemented by users.
 */
public interface ToolCallOutcome {
    /** The kinds of outcomes. */
    enum Kind {
        /** The call may run, once: {@link #approved}. */
        APPROVED,
        /** The call needs approval by {@link #decision} and no approver is available, so it doesn't run. */
        NEEDS_APPROVAL,
        /** The call was declined by {@link #source}: a person, the service, or since the approval request failed. */
        DECLINED,
        /** The call is denied, by the session policy of {@link #denial} or, if that is empty, by a rule. */
        DENIED,
        /** The call's text is malformed or doesn't match the tool's schema, or the tool is unknown: {@link #error}. */
        INVALID
    }

    /** Returns the kind of outcome. */
    Kind kind();

    /**
     * Returns the outcome as one word, for records.
     *
     * @return {@code approved}, {@code needs_approval}, {@code declined}, {@code denied} or {@code invalid}
     */
    default String word() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the message that tells the model why the call doesn't run.
     *
     * @return one sentence; empty if the call may run
     */
    String forModel();

    /** Returns the approved call, for its handler. */
    Optional<ApprovedCall> approved();

    /** Returns the rules' decision of a call that needs approval, whose mode is {@code ask} or {@code edit}. */
    Optional<RuleDecision> decision();

    /** Returns who or what declined the call, in a word such as {@code handler} or {@code timed_out}. */
    Optional<String> source();

    /** Returns the denial of a session policy. */
    Optional<PolicyDenial> denial();

    /** Returns the first error in the call's text. */
    Optional<ArgumentError> error();
}
