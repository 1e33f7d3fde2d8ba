package dev.toolpolicy.runtime.approval;

import dev.toolpolicy.ToolCall;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A stored request to approve one call, and its answer. It can be requested on one node and answered on another, also
 * after a restart. It allows one run of this call, with these arguments, under the policies at the time of the request.
 * Immutable: it shows the state at the time of reading. Not to be implemented by users.
 */
public interface Approval {
    /** Returns the approval's id, which can't be guessed. */
    String id();

    /** Returns the session of the call. */
    String session();

    /** Returns the call. */
    ToolCall call();

    /** Returns the time of the request. */
    Instant asked();

    /** Returns the time at which the approval expires, answered or not. */
    Instant expires();

    /** Returns the status. */
    Status status();

    /**
     * Returns what asks for approval, in words. A call that another rule, path or policy asks about when it is resumed
     * doesn't run.
     *
     * @return one line, such as {@code rule 2 (/path prefix "prod/" -> ask), policy 'approval_required'}
     */
    String askedBy();

    /** Returns who answered; empty without an answer. */
    Optional<String> by();

    /** Returns the reason of the answer, if one was given. */
    Optional<String> reason();

    /** The status of an approval. */
    enum Status {
        /** The request has no answer yet. */
        PENDING,
        /** The call may run once. */
        GRANTED,
        /** The call must not run. */
        DECLINED,
        /** The approval was used by the call's run. */
        SPENT,
        /** The approval has expired. */
        EXPIRED;

        /** Returns the status as one word, for records and messages. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
