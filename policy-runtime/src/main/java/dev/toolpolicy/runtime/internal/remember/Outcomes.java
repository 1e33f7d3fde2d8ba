package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.SessionFault;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.internal.flow.Arrival.Reach;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of one session's calls, and what their texts bring. An outcome that the store doesn't take is kept and
 * recorded before the next check, since the call has run. Safe for use from any thread.
 */
public final class Outcomes {
    private final SharedState state;
    private final Telemetry telemetry;
    private final Registrations registered;
    private final UnsavedOutcomes kept;
    private final FactCounts counts;
    private final FamilyLimits family;

    /**
     * A call that was handed over to a host and has ended.
     *
     * @param call the call
     * @param decision what decided that it ran, as JSON
     * @param inTime false if its outcome came too late, and is unknown to its session
     */
    public record EndedCall(ToolCall call, Optional<JsonNode> decision, boolean inTime) {}

    Outcomes(SharedState state, Telemetry telemetry, Registrations registered, FactCounts counts, FamilyLimits family) {
        this.counts = counts;
        this.family = family;
        this.state = state;
        this.kept = UnsavedOutcomes.of(state);
        this.telemetry = telemetry;
        this.registered = registered;
    }

    FamilyLimits family() {
        return family;
    }

    /**
     * Records a call's outcome, once, and what its text brings if the model gets it.
     *
     * @param check the call as it was checked
     * @param outcome the outcome, which isn't unknown
     * @param reach how far its text gets
     * @param summary returns the call in words, for people
     * @return whether the session's store took it; if not, it is recorded before the next check, and the text must not go
     *     to the model
     * @throws IllegalStateException if the call was denied, its outcome was already recorded, or another registry
     *     checked it
     */
    public boolean record(CheckedCall check, ToolResult outcome, Reach reach, Supplier<String> summary) {
        Arrival arrival = arrival(check.claimTelling(this), outcome, reach, summary);
        boolean untold = check.asked().isEmpty() && check.approval() == null;
        Instant now = state.time().orElse(check.time());
        boolean isLate = !now.isBefore(check.time().plus(state.settings().outcomeTimeout()));
        if (outcome.hadNoEffect() && !isLate) {
            counts.takeBack(check.attempt(), check.counters());
        }
        if (check.isCountedAbove()) {
            family.end(check.attempt(), check.call(), outcome, !isLate);
        }
        if (untold && !check.isOpen() && bringsNothing(arrival)) {
            return true;
        }
        OutcomeStep.Here telling =
                new OutcomeStep.Here(check, registered::has, isLate ? null : now, state.flows(), arrival);
        boolean stored = false;
        try {
            state.updateKnown(telling::record);
            report(telling);
            stored = true;
        } catch (StoreException e) {
            kept.add(telling.withheld());
            telemetry.unavailable(e);
            check.asked()
                    .forEach(asked -> telemetry.failed(
                            check.call(), check.time(), asked.registration().name(), "its state can't be stored yet"));
        }
        telling.passOn();
        return stored;
    }

    private static Arrival arrival(CheckedCall check, ToolResult result, Reach reach, Supplier<String> summary) {
        return new Arrival(check.call(), result, reach, check.turn(), check.time(), summary);
    }

    /**
     * Records what the text of an earlier outcome brings that goes to the model only now.
     *
     * @param check the call, whose outcome is recorded
     * @param result the outcome as it goes to the model
     * @param summary returns the call in words, for people
     * @throws StoreException if the store fails; the text must not go to the model
     */
    public void deliver(CheckedCall check, ToolResult result, Supplier<String> summary) {
        if (state.flows().checkOn()) {
            Arrival arrival = arrival(check, result, Reach.MODEL, summary);
            state.update(draft -> state.flows().arrive(draft, arrival, check.labels()));
            telemetry.arrived(arrival);
        }
    }

    /** Ends a call that was checked and will not run. The policies that checked it release what they reserved. */
    public void release(CheckedCall check) {
        record(check, ToolResult.failureWithoutEffect(""), Reach.NOBODY, () -> "");
    }

    /** Returns whether the text of an outcome brings nothing that the session lacks. */
    private boolean bringsNothing(Arrival arrival) {
        FlowRecorder flows = state.flows();
        try {
            return !flows.checkOn()
                    || flows.bringsNothing(arrival, state.newest().stored().parts());
        } catch (StoreException e) {
            return false; // the recording fails too, and keeps the outcome
        }
    }

    /**
     * Records the kept outcomes.
     *
     * @throws StoreException if the store still fails; the rest stays kept
     */
    void flush() {
        kept.tellEach(this::store);
    }

    private void store(OutcomeStep outcome) {
        state.update(outcome::record);
        report(outcome);
    }

    private void report(OutcomeStep outcome) {
        telemetry.arrived(outcome.arrival());
        report(outcome.call(), outcome.time(), outcome.failures());
    }

    /** Reports the policies that failed when they were notified of a call. */
    void report(ToolCall call, Instant time, List<String> failures) {
        failures.forEach(policy -> telemetry.failed(call, time, policy, SessionFault.DEGRADED));
    }

    /**
     * Records that the outcome of a call will stay unknown. Its labels join the session's. If the store fails, the call
     * stays open until its time is over.
     *
     * @param check the call as it was checked
     * @param result the unknown result
     * @param summary returns the call in words, for people
     * @return whether the session's store took it; if not, the text must not go to the model
     */
    public boolean unknown(CheckedCall check, ToolResult result, Supplier<String> summary) {
        Arrival arrival = arrival(check.claimTelling(this), result, Reach.PERHAPS, summary);
        if (check.isCountedAbove()) {
            family.end(check.attempt(), check.call(), result, false);
        }
        if (check.asked().isEmpty()
                && check.approval() == null
                && !state.flows().checkOn()) {
            return true;
        }
        try {
            store(new OutcomeStep.Here(check, registered::has, null, state.flows(), arrival));
            return true;
        } catch (StoreException e) {
            telemetry.unavailable(e);
            return false;
        }
    }

    /**
     * Stores an open call with all that its outcome needs on another node.
     *
     * @param decision what decided that it runs, as JSON; null if that isn't known
     * @return the attempt's id
     * @throws IllegalStateException if the call is no longer open, or the session has too many open calls
     * @throws StoreException if the call can't be stored; it then ends without an outcome
     */
    public String handOver(CheckedCall check, @Nullable JsonNode decision) {
        SessionSettings settings = state.settings();
        String begun = SessionState.BEGUN + check.claimTelling(this).attempt();
        return state.change(draft -> {
            JsonNode part = draft.get(begun);
            if (part == null && !check.selected().isEmpty()) {
                throw new IllegalStateException("call " + check.call() + " is no longer open");
            }
            if (part == null && !OpenCall.makeRoom(draft, check.time(), settings)) {
                throw new IllegalStateException("session " + VisibleText.quoted(state.session(), VisibleText.NAME)
                        + " has too many open calls: " + settings.openCalls());
            }
            OpenCall open = part == null ? check.openCall() : OpenCall.read(part);
            draft.put(
                    begun,
                    open.handedOver(check.call(), check.context().approved(), decision, check.approval())
                            .write());
            return check.attempt();
        });
    }

    /**
     * Records the outcome of a call that was handed over, on any node. It notifies the policies that cover the tool here.
     *
     * @param attempt the ticket that {@link #handOver} returned
     * @param outcome the result
     * @param reach returns how far its text gets, by the state in which the end is stored
     * @param summary returns the call in words, for people
     * @param ended receives the call once its end is stored, also if that comes too late
     * @return what the store took: the call as it was checked, and how far its text gets
     * @throws IllegalStateException if there is no such open call: it never began, its outcome was recorded, or it took
     *     longer than the outcome timeout
     * @throws StoreException if the outcome can't be stored; recording it again is safe in the same process
     */
    public Arrival end(
            String attempt,
            ToolResult outcome,
            BiFunction<ToolCall, Turn, Reach> reach,
            Function<ToolCall, String> summary,
            Consumer<EndedCall> ended) {
        Instant now = state.now();
        OutcomeStep.Elsewhere telling = new OutcomeStep.Elsewhere(
                attempt,
                outcome,
                kept.takeUnsure(attempt),
                state,
                registered,
                (call, turn) ->
                        new Arrival(call, outcome, reach.apply(call, turn), turn, now, () -> summary.apply(call)));
        try {
            state.update(telling::record);
        } catch (StoreException e) {
            kept.addUnsure(attempt, telling.unsure());
            throw e;
        }
        if (outcome.hadNoEffect()) {
            counts.takeBack(attempt, telling.counters());
        }
        EndedCall end = telling.ended();
        if (family.counts(end.call().tool(), state.recent())) {
            boolean isKnown = outcome.kind() != ToolResult.Kind.UNKNOWN;
            family.end(attempt, end.call(), outcome, end.inTime() && isKnown);
        }
        ended.accept(end);
        report(telling);
        telling.passOn();
        return telling.arrival();
    }
}
