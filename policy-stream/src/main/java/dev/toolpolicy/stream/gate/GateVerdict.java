package dev.toolpolicy.stream.gate;

import dev.toolpolicy.runtime.call.ApprovedCall;
import java.util.Optional;

/**
 * The verdict on a call at the gate.
 *
 * @param reason why it is denied; empty if it isn't
 * @param approved the call that goes out; empty if it doesn't
 */
record GateVerdict(String reason, Optional<ApprovedCall> approved) {

    static GateVerdict refused(String reason) {
        return new GateVerdict(reason, Optional.empty());
    }

    boolean passes() {
        return approved.isPresent();
    }
}
