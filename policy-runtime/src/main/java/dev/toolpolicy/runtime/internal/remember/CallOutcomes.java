package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.internal.flow.Arrival.Reach;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The outcomes of one session's calls, and what their texts bring. Safe for use from any thread. */
public final class CallOutcomes {
    private final SharedState state;
    private final Checks checks;
    private final Telemetry telemetry;

    CallOutcomes(SharedState state, Checks checks, Telemetry telemetry) {
        this.state = state;
        this.checks = checks;
        this.telemetry = telemetry;
    }

    /**
     * Records a call's outcome, once, and what its text brings if the model gets it.
     *
     * @param checked the call as it was checked
     * @param result the outcome, which isn't unknown
     * @param reach how far its text gets
     * @param summary returns the call in words, for people
     * @return whether the session's store took it; if not, the text must not go to the model
     * @throws IllegalStateException if the call was denied, its outcome was already recorded, or another registry
     *     checked it
     */
    public boolean record(CheckedCall checked, ToolResult result, Reach reach, Supplier<String> summary) {
        Arrival arrival = arrival(checked.claimTelling(checks), result, reach, summary);
        boolean isFailure = !result.isSuccess() && !result.hadNoEffect();
        return checks.outcomes().tell(checked, isFailure ? null : result, arrival);
    }

    private static Arrival arrival(CheckedCall checked, ToolResult result, Reach reach, Supplier<String> summary) {
        return new Arrival(checked.call(), result, reach, checked.turn(), checked.time(), summary);
    }

    /**
     * Records what the text of an earlier outcome brings that goes to the model only now.
     *
     * @param checked the call, whose outcome is recorded
     * @param result the outcome as it goes to the model
     * @param summary returns the call in words, for people
     * @throws StoreException if the store fails; the text must not go to the model
     */
    public void deliver(CheckedCall checked, ToolResult result, Supplier<String> summary) {
        if (state.flows().checkOn()) {
            Arrival arrival = arrival(checked, result, Reach.MODEL, summary);
            state.change(draft -> {
                state.flows().arrive(draft, arrival, checked.labels());
                return arrival;
            });
            telemetry.arrived(arrival);
        }
    }

    /** Ends a call that was checked and will not run. The policies that checked it release what they reserved. */
    public void release(CheckedCall checked) {
        record(checked, ToolResult.failureWithoutEffect(""), Reach.NOBODY, () -> "");
    }

    /**
     * Records that the outcome of a call will stay unknown. Its labels join the session's.
     *
     * @param checked the call as it was checked
     * @param result the unknown result
     * @param summary returns the call in words, for people
     * @return whether the session's store took it; if not, the text must not go to the model
     */
    public boolean unknown(CheckedCall checked, ToolResult result, Supplier<String> summary) {
        Arrival arrival = arrival(checked.claimTelling(checks), result, Reach.PERHAPS, summary);
        return checks.outcomes().forget(checked, arrival);
    }

    /**
     * Records the outcome of a call that was handed over, here or elsewhere.
     *
     * @param ticket the ticket
     * @param result the result
     * @param reach returns how far its text gets, by the state in which the end is stored
     * @param summary returns the call in words, for people
     * @param ended receives the call once its end is stored, also if that comes too late
     * @return what the store took: the call, and how far its text gets
     */
    public Arrival end(
            String ticket,
            ToolResult result,
            BiFunction<ToolCall, Turn, Reach> reach,
            Function<ToolCall, String> summary,
            Consumer<EndedCall> ended) {
        Instant now = state.now();
        return checks.outcomes()
                .record(
                        ticket,
                        result.kind() == ToolResult.Kind.UNKNOWN ? null : result,
                        (call, turn) -> new Arrival(
                                call, result, reach.apply(call, turn), turn, now, () -> summary.apply(call)),
                        ended);
    }
}
