package dev.toolpolicy.runtime.session;

import dev.toolpolicy.ToolCall;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A stored request to approve one call, and its answer. It can be requested on one node and answered on another, also
 * after a restart. It allows one run of this call, with these arguments, under the policies at the time of the request.
 * Immutable: it shows the state at the time of reading.
 *
 * @param id the approval's id, which can't be guessed
 * @param session the session of the call
 * @param call the call
 * @param asked the time of the request
 * @param expires the time at which the approval expires, answered or not
 * @param status the status
 * @param by who answered; empty without an answer
 * @param reason the reason of the answer, if one was given
 */
public record Approval(
        String id,
        String session,
        ToolCall call,
        Instant asked,
        Instant expires,
        Status status,
        Optional<String> by,
        Optional<String> reason) {

    /** The status of an approval. */
    public enum Status {
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

        String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
