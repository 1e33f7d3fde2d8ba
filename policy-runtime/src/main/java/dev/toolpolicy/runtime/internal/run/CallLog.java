package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** The events of one call, in the order in which they are recorded. Safe for use from any thread. */
final class CallLog {
    static final Logger LOG = System.getLogger(ToolCallStream.class.getName());

    private final Clock clock;
    private final List<CallStep> steps = new ArrayList<>();
    /** How much text had been read at the last event that the reading thread recorded. */
    private long read;

    CallLog(Clock clock) {
        this.clock = clock;
    }

    /** Records an event at an offset of the text. */
    synchronized void note(long offset, CallStep step) {
        read = Math.max(read, offset);
        steps.add(step.at(UserCode.time(LOG, clock), offset));
    }

    /** Records an event without its own offset. */
    synchronized void note(CallStep step) {
        note(read, step);
    }

    synchronized List<CallStep> steps() {
        return List.copyOf(steps);
    }
}
