package dev.toolpolicy.runtime.call;

import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.fault.UserCode;
import java.lang.System.Logger;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** What happens to one call, in the order in which it is noted. Used from any thread. */
final class CallLog {
    private static final Logger LOG = System.getLogger(ToolCallStream.class.getName());

    private final Clock clock;
    private final List<CallStep> steps = new ArrayList<>();
    /** How much of the text was read when the last step was noted by the thread that reads. */
    private long read;

    CallLog(Clock clock) {
        this.clock = clock;
        note(0, CallStep.Started::new);
    }

    /** Notes a step at a place of the text. */
    synchronized void note(long offset, BiFunction<Instant, Long, CallStep> step) {
        read = Math.max(read, offset);
        steps.add(step.apply(UserCode.time(LOG, clock), offset));
    }

    /** Notes a step that has no place of its own. */
    synchronized void note(BiFunction<Instant, Long, CallStep> step) {
        note(read, step);
    }

    synchronized void readTo(long offset) {
        read = offset;
    }

    synchronized List<CallStep> steps() {
        return List.copyOf(steps);
    }
}
