package dev.toolpolicy.stream.gate;

import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.runtime.call.ApprovedCall;
import java.util.Optional;

/**
 * The verdict on a call at the gate.
 *
 * @param reason the reason why the call is removed; empty if it goes out
 * @param approved the call that goes out; empty if it doesn't
 * @param decision what decided instead of the engine; empty if the engine's outcome counts
 */
record GateVerdict(String reason, Optional<ApprovedCall> approved, Optional<Decision> decision) {

    /** Returns the gate's own verdict on a call that doesn't go out. */
    static GateVerdict removed(String reason) {
        return removed(Decision.of(Decision.By.GATE, reason));
    }

    /** Returns the verdict on a call that doesn't go out, by this decision. */
    static GateVerdict removed(Decision decision) {
        return new GateVerdict(decision.reason(), Optional.empty(), Optional.of(decision));
    }

    /** Returns the engine's verdict on a call that doesn't go out. */
    static GateVerdict removedByEngine(String reason) {
        return new GateVerdict(reason, Optional.empty(), Optional.empty());
    }

    /** Returns whether the call goes out. */
    boolean passes() {
        return approved.isPresent();
    }
}
