package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.decide.Late;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
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
        Late<String> hash,
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
    public CallReports under(Late<String> other) {
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
        lineOf(call).ifPresent(line -> LOG.log(Level.WARNING, line));
        for (CallRecord.Listener listener : listeners) {
            UserCode.run(
                    LOG, Level.WARNING, "a listener of calls failed; nothing changes", () -> listener.onCall(call));
        }
    }

    /**
     * Returns the line of the log for a call that ended. Text of models and people is made visible and short.
     *
     * @return one line; empty for a call that ran, and for one that a session policy denied, which the session logs
     */
    private static Optional<String> lineOf(CallRecord call) {
        Decision decision = call.decision().orElse(null);
        CallRecord.Verdict verdict = call.verdict().orElse(null);
        if (verdict == null || verdict == CallRecord.Verdict.RAN) {
            return Optional.empty();
        }
        String name = "call " + VisibleText.line(call.tool(), VisibleText.NAME) + "#"
                + VisibleText.line(call.callId(), VisibleText.NAME) + " of session "
                + VisibleText.line(call.session(), VisibleText.NAME);
        if (decision == null) {
            return Optional.of(name + " did not run: " + verdict.word());
        }
        String reason =
                decision.reason().isEmpty() ? "" : ": " + VisibleText.line(decision.reason(), VisibleText.DETAIL);
        return switch (decision.by()) {
            case POLICY -> Optional.empty();
            case RULE, DEFAULT ->
                Optional.of(
                        verdict == CallRecord.Verdict.DENIED
                                ? rule(decision) + " denied " + name
                                : rule(decision) + " asks about " + name + ", which has no approval");
            case ANSWER ->
                Optional.of(name + " was declined (" + decision.source().orElse("unknown") + ")" + reason);
            case VALIDATION ->
                Optional.of(name + " is invalid (" + decision.code().orElse("unknown") + ")" + reason);
            case GATE -> Optional.of("the gate denied " + name + reason);
        };
    }

    private static String rule(Decision decision) {
        return decision.rule().isEmpty()
                ? "the default"
                : "rule " + (decision.rule().getAsInt() + 1) + " ("
                        + VisibleText.line(decision.words().orElse(""), VisibleText.DETAIL) + "; "
                        + VisibleText.line(decision.origin().orElse(""), VisibleText.DETAIL) + ")";
    }
}
