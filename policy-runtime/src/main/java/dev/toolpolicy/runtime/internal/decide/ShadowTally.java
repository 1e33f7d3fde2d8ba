package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.ShadowEvent;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** The counts of shadow comparisons, and the notification of their listener. Safe for use from any thread. */
public final class ShadowTally {
    private static final Logger LOG = System.getLogger(ShadowTally.class.getName());

    private final Consumer<? super ShadowEvent> listener;
    private final Clock clock;
    private final LongAdder calls = new LongAdder();
    private final LongAdder differing = new LongAdder();
    private final LongAdder failures = new LongAdder();
    /** At most one for each tool, list and two modes. */
    private final Map<String, LongAdder> pairs = new ConcurrentHashMap<>();

    /**
     * Creates a tally of nothing yet.
     *
     * @param listener gets each difference and failure
     * @param clock tells the time
     */
    public ShadowTally(Consumer<? super ShadowEvent> listener, Clock clock) {
        this.listener = Objects.requireNonNull(listener, "listener");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Counts a compared call, with its differences, if any. */
    void compared(String session, ToolCall call, List<ShadowRules.Difference> found) {
        calls.increment();
        if (found.isEmpty()) {
            return;
        }
        differing.increment();
        for (ShadowRules.Difference each : found) {
            String pair = "tool \"" + call.tool() + "\", " + each.list().word() + ": "
                    + each.current().mode().word() + " -> "
                    + each.shadow().mode().word();
            pairs.computeIfAbsent(pair, none -> new LongAdder()).increment();
            tell(session, call, Optional.of(each), "");
        }
    }

    /** Counts a call that could not be compared. */
    void failed(String session, ToolCall call, Throwable failure) {
        failures.increment();
        UserCode.log(
                LOG,
                Level.WARNING,
                "evaluating a shadow failed; the call of " + call.tool() + " is what it was",
                failure);
        tell(session, call, Optional.empty(), failure.getClass().getName());
    }

    private void tell(String session, ToolCall call, Optional<ShadowRules.Difference> found, String error) {
        Optional<RuleDecision> current = found.map(ShadowRules.Difference::current);
        Optional<RuleDecision> shadow = found.map(ShadowRules.Difference::shadow);
        UserCode.run(
                LOG,
                Level.WARNING,
                "telling of a shadow failed; the call is what it was",
                () -> listener.accept(new ShadowEvent(
                        clock.instant(),
                        session,
                        call.tool(),
                        call.id(),
                        found.map(ShadowRules.Difference::list),
                        current.map(RuleDecision::mode),
                        current.map(RuleDecision::rule).orElse(OptionalInt.empty()),
                        shadow.map(RuleDecision::mode),
                        shadow.map(RuleDecision::rule).orElse(OptionalInt.empty()),
                        error)));
    }

    /**
     * Returns what was counted.
     *
     * @return the counts as of now; while calls go on, they may be of slightly different moments
     */
    public ShadowEvent.Counts counts() {
        Map<String, Long> now = new HashMap<>();
        pairs.forEach((pair, count) -> now.put(pair, count.sum()));
        return new ShadowEvent.Counts(calls.sum(), differing.sum(), failures.sum(), now);
    }
}
