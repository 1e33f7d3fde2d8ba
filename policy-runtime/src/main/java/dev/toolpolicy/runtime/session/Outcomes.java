package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.fault.SessionFault;
import dev.toolpolicy.runtime.internal.policy.HandedOver;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.text.VisibleText;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The recording of outcomes in the session's state. An outcome that the store doesn't take is kept and recorded before
 * the next check, since the call has run. Safe for use from any thread.
 */
final class Outcomes {
    static {
        HandedOver.register(new HandedOver.Access() {
            @Override
            public String handOver(Object registry, Object checked, @Nullable JsonNode decision) {
                PolicyRegistry policies = (PolicyRegistry) registry;
                return policies.outcomes().handOver(((CheckedCall) checked).claimTelling(policies), decision);
            }

            @Override
            public ToolCall end(
                    Object registry, String ticket, @Nullable ToolResult result, Consumer<HandedOver.Ended> ended) {
                return ((PolicyRegistry) registry).outcomes().record(ticket, result, ended);
            }
        });
    }

    private final SharedState state;
    private final Telemetry telemetry;
    private final Registrations registered;
    private final UnsavedOutcomes kept;

    Outcomes(SharedState state, Telemetry telemetry, Registrations registered) {
        this.state = state;
        this.kept = UnsavedOutcomes.of(state);
        this.telemetry = telemetry;
        this.registered = registered;
    }

    void tell(Check check, @Nullable ToolResult result) {
        if (check.asked().isEmpty()) {
            return;
        }
        Instant now = state.time().orElse(check.time());
        OutcomeNotification telling = new OutcomeNotification(
                check, result, registered::has, !now.isBefore(check.time().plus(state.outcomeTimeout())));
        try {
            store(telling);
        } catch (StoreException e) {
            kept.add(telling);
            telemetry.unavailable(e);
            check.asked()
                    .forEach(asked -> telemetry.failed(
                            check.call(), check.time(), asked.registration().name(), "its state can't be stored yet"));
        }
        telling.passOn();
    }

    /**
     * Records the kept outcomes.
     *
     * @throws StoreException if the store still fails; the rest stays kept
     */
    void flush() {
        kept.tellEach(this::store);
    }

    private void store(OutcomeNotification telling) {
        state.change(telling::step);
        Check check = telling.check();
        telling.failures()
                .forEach(policy -> telemetry.failed(check.call(), check.time(), policy, SessionFault.DEGRADED));
    }

    /** Ends an open call of unknown outcome. If the store fails, the call stays open until its time is over. */
    void forget(Check check) {
        if (check.asked().isEmpty()) {
            return;
        }
        try {
            state.change(draft -> {
                draft.remove(SessionState.BEGUN + check.attempt());
                return check;
            });
        } catch (StoreException e) {
            telemetry.unavailable(e);
        }
    }

    /** Stores an open call with all that its outcome needs on another node. Returns the attempt's id. */
    String handOver(Check check, @Nullable JsonNode decision) {
        SessionSettings settings = state.settings();
        String begun = SessionState.BEGUN + check.attempt();
        return state.change(draft -> {
            JsonNode part = draft.get(begun);
            if (part == null && !check.selected().isEmpty()) {
                throw new IllegalStateException("call " + check.call() + " is no longer open");
            }
            if (part == null && !OpenCall.isRoom(draft, check.time(), settings)) {
                throw new IllegalStateException("session " + VisibleText.quoted(state.session(), VisibleText.NAME)
                        + " has too many open calls: " + settings.openCalls());
            }
            OpenCall open = part == null ? OpenCall.begun(check.call(), check.time()) : OpenCall.read(part);
            draft.put(
                    begun,
                    open.handedOver(check.call(), check.context().approved(), decision)
                            .write());
            return check.attempt();
        });
    }

    /** Records the outcome of a call that was handed over; null if it is unknown. Reports the end once it is stored. */
    ToolCall record(String attempt, @Nullable ToolResult result, Consumer<HandedOver.Ended> ended) {
        RemoteOutcome outcome = new RemoteOutcome(attempt, result, kept.takeUnsure(attempt), state, registered);
        try {
            state.change(outcome::step);
        } catch (StoreException e) {
            kept.addUnsure(attempt, outcome.unsure());
            throw e;
        }
        ended.accept(outcome.ended());
        outcome.failures()
                .forEach(policy -> telemetry.failed(outcome.call(), outcome.time(), policy, SessionFault.DEGRADED));
        outcome.passOn();
        return outcome.call();
    }
}
