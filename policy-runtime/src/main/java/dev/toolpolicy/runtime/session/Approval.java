package dev.toolpolicy.runtime.session;

import dev.toolpolicy.ToolCall;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A request to let one call run, and its answer: kept in the store, so that it can be asked on one node and answered on
 * another, after a restart. It allows one run, of this call with these arguments, under the policies it was asked under.
 * Immutable; what it says was so when it was read.
 *
 * @param id its id, which can't be guessed
 * @param session the session of the call
 * @param call the call
 * @param asked when it was asked
 * @param expires when it is no longer good, answered or not
 * @param status how it stands
 * @param by who answered; empty if nobody has
 * @param reason why, if that was said
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

    /** How an approval stands. */
    public enum Status {
        /** Nobody has answered yet. */
        PENDING,
        /** The call may run once. */
        GRANTED,
        /** The call may not run. */
        DECLINED,
        /** The call has begun to run by it. */
        SPENT,
        /** Its time is over. */
        EXPIRED;

        String words() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
