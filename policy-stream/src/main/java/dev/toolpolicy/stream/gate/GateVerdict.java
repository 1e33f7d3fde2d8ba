package dev.toolpolicy.stream.gate;

import dev.toolpolicy.runtime.call.ApprovedCall;
import java.util.Optional;

/**
 * The verdict on a call at the gate.
 *
 * @param reason why it is refused; empty if it isn't
 * @param approved the call that goes out; empty if it doesn't
 */
record GateVerdict(String reason, Optional<ApprovedCall> approved) {

    /** Returns the verdict on a call that doesn't go out. */
    static GateVerdict refused(String reason) {
        return new GateVerdict(reason, Optional.empty());
    }

    /** Returns whether the call goes out. */
    boolean passes() {
        return approved.isPresent();
    }
}
