package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiFunction;

/**
 * The reporting of calls that ended, to the engine's listeners and the log. Immutable.
 *
 * @param listeners the engine's listeners, in order
 * @param hash the hash of the active policies
 * @param origins returns the place of a tool's run list with a rule
 * @param byHost whether a turn or a gate reports its calls itself, once each
 */
public record CallReports(
        List<CallRecord.Listener> listeners,
        LateText hash,
        BiFunction<String, OptionalInt, String> origins,
        boolean byHost) {
    private static final Logger LOG = System.getLogger(CallRecord.class.getName());

    /**
     * Copies the listeners.
     *
     * @param listeners the engine's listeners, in order
     * @param hash the hash of the active policies
     * @param origins returns the place of a tool's run list with a rule
     * @param byHost whether a turn or a gate reports its calls itself, once each
     */
    public CallReports {
        listeners = List.copyOf(listeners);
    }

    /**
     * Returns the reporting of calls under other policies.
     *
     * @param other the hash of the active policies
     * @return the changed reporting
     */
    public CallReports under(LateText other) {
        return new CallReports(listeners, other, origins, byHost);
    }

    /** Returns the hash of the active policies. */
    public String policies() {
        return hash.get();
    }

    /**
     * Returns the reporting for calls that a turn or a gate reports.
     *
     * @return the changed reporting
     */
    public CallReports forHost() {
        return new CallReports(listeners, hash, origins, true);
    }

    /**
     * Returns whether calls that ran have to be reported.
     *
     * @return false if nothing gets them
     */
    public boolean hearsOfRuns() {
        return !listeners.isEmpty();
    }

    /**
     * Reports a call that ended; called once for each. A call that didn't run is logged. Failures of listeners are
     * logged and change nothing.
     *
     * @param call the call's record, with its verdict
     */
    public void report(CallRecord call) {
        CallLines.lineOf(call).ifPresent(line -> LOG.log(Level.WARNING, line));
        for (CallRecord.Listener listener : listeners) {
            UserCode.run(
                    LOG, Level.WARNING, "a listener of calls failed; nothing changes", () -> listener.onCall(call));
        }
    }
}
