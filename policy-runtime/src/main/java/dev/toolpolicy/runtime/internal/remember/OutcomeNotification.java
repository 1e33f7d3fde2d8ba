package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.remember.PolicyInvoker.Asked;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The notification of all policies that checked a call here. It does nothing if the call isn't open: its outcome was
 * recorded, a snapshot without it was restored, or the outcome came too late.
 */
final class OutcomeNotification extends OutcomeStep {
    private final CheckedCall check;
    private final @Nullable ToolResult result;
    private final Predicate<Registration> isHere;
    private final boolean isLate;
    private final FlowRecorder flows;
    private final Arrival arrival;

    /**
     * Creates a notification.
     *
     * @param check the check of the call
     * @param result the call's result; null if it failed
     * @param isHere whether a policy is still registered
     * @param isLate whether the outcome came too late
     * @param flows records the outcome's text
     * @param arrival the outcome's text on its way to the model, also if the outcome is late
     */
    OutcomeNotification(
            CheckedCall check,
            @Nullable ToolResult result,
            Predicate<Registration> isHere,
            boolean isLate,
            FlowRecorder flows,
            Arrival arrival) {
        this.check = check;
        this.result = result;
        this.isHere = isHere;
        this.isLate = isLate;
        this.flows = flows;
        this.arrival = arrival;
    }

    /** Returns the notification of an outcome whose text is withheld, since the store didn't take it. */
    OutcomeNotification withheld() {
        return new OutcomeNotification(check, result, isHere, isLate, flows, arrival.withheld());
    }

    @Override
    void record(Draft draft) {
        begin();
        String begun = SessionState.BEGUN + check.attempt();
        boolean isOpen = draft.get(begun) != null;
        draft.remove(begun);
        Ticket.end(draft, check.approval(), check.attempt(), end(isLate, result));
        if (isOpen && !isLate) {
            for (int i = 0; i < check.asked().size(); i++) {
                tell(draft, check.asked().get(i), check.memory(i));
            }
        }
        flows.arrive(draft, arrival, check.labels());
    }

    /** Tells a policy. One that was removed since is told like the others, and has nowhere to remember it. */
    private void tell(Draft draft, Asked asked, Memory atCheck) {
        UnaryOperator<JsonNode> next = state -> told(asked.policy(), check.call(), result, state, check.context());
        if (isHere.test(asked.registration())) {
            tell(draft, asked.registration(), next);
        } else {
            tell(asked.registration(), atCheck, next);
        }
    }

    @Override
    Arrival arrival() {
        return arrival;
    }

    @Override
    Instant time() {
        return check.time();
    }
}
