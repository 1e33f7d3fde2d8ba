package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.runtime.internal.flow.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The recording of the outcome of a call that was checked elsewhere. It notifies the policies that cover the tool here. */
final class RemoteOutcome extends OutcomeStep {
    private final String attempt;
    private final @Nullable ToolResult result;
    private final SharedState state;
    private final Registrations registered;
    private final Instant now;
    private final OpenCall.Ending ending;
    private final BiFunction<ToolCall, Turn, Arrival> arriving;
    private @Nullable Arrival arrival;
    private @Nullable OpenCall open;
    private boolean late;

    /** Begins, or goes on with what an earlier try of the same outcome began whose store failed. */
    RemoteOutcome(
            String attempt,
            @Nullable ToolResult result,
            @Nullable Unsure earlier,
            SharedState state,
            Registrations registered,
            BiFunction<ToolCall, Turn, Arrival> arriving) {
        OpenCall.Ending mine = OpenCall.Ending.by(result);
        Unsure same = earlier != null && Objects.equals(earlier.ending().success(), mine.success()) ? earlier : null;
        this.ending = same == null ? mine : same.ending();
        this.open = same == null ? null : same.open();
        this.late = same != null && same.late();
        this.arrival = same == null ? null : same.arrival();
        this.attempt = attempt;
        this.result = result;
        this.state = state;
        this.registered = registered;
        this.arriving = arriving;
        this.now = state.now();
    }

    /**
     * An outcome of which it isn't known whether the store took it.
     *
     * @param ending how it is marked in the store
     * @param open the call
     * @param late whether it came too late
     * @param arrival its text on its way to the model
     */
    record Unsure(
            OpenCall.Ending ending,
            OpenCall open,
            boolean late,
            @Nullable Arrival arrival) {}

    /** Returns what a later try of the same outcome goes on with; null if the store can't have taken this one. */
    @Nullable
    Unsure unsure() {
        OpenCall call = open;
        return call == null ? null : new Unsure(ending, call, late, arrival);
    }

    /**
     * Records the outcome; one that comes too late ends the call as unknown. After a failed store, the open call can be
     * gone because the first try ended it, or because another node did.
     */
    @Override
    void record(Draft draft) {
        JsonNode part = draft.get(SessionState.BEGUN + attempt);
        if (part == null && open != null && ending.isIn(draft, attempt)) {
            return;
        }
        OpenCall call = part == null ? null : OpenCall.read(part);
        if (call == null || !call.isHandedOver()) {
            throw notOpen();
        }
        open = call;
        late = call.isOver(now, state.settings().outcomeTimeout());
        begin();
        Arrival text = arriving.apply(call.call(), call.turn());
        arrival = text;
        if (late) {
            SessionLabels.lose(draft, call.write());
        } else {
            state.flows().arrive(draft, text, call.labels());
        }
        OpenCall.end(attempt, draft, now, state.settings().outcomeTimeout(), ending);
        Ticket.end(draft, call.approval(), attempt, end(late || result == null, result));
        if (result != null && !late && !call.isForgotten()) {
            PolicyContext context =
                    draft.before().context(state.session(), call.time(), call.approved(), registered.all());
            for (Registration policy : registered.governing(call.call().tool())) {
                tell(draft, policy, state -> told(policy, result, state, context));
            }
        }
    }

    private IllegalStateException notOpen() {
        return new IllegalStateException("attempt " + VisibleText.quoted(attempt, VisibleText.NAME)
                + " isn't open in session " + VisibleText.quoted(state.session(), VisibleText.NAME)
                + ": it never began, its outcome was recorded, or it took longer than "
                + state.settings().outcomeTimeout());
    }

    private JsonNode told(Registration registration, ToolResult outcome, JsonNode its, PolicyContext context) {
        ToolPolicy policy =
                Objects.requireNonNull(registration.policy().forCall(context), "the policy settled on none");
        boolean failed = !outcome.isSuccess() && !outcome.hadNoEffect();
        return told(policy, call(), failed ? null : outcome, its, context);
    }

    @Override
    Arrival arrival() {
        return Objects.requireNonNull(arrival, "arrival");
    }

    @Override
    Instant time() {
        return Objects.requireNonNull(open, "open").time();
    }

    /** Returns the end of the call, for its record. */
    Outcomes.EndedCall ended() {
        return new Outcomes.EndedCall(
                call(), Objects.requireNonNull(open, "open").decision(), !late);
    }

    /** Returns the counters that counted the call and may take it back; none if its outcome came too late. */
    List<String> counters() {
        return late ? List.of() : Objects.requireNonNull(open, "open").counters();
    }

    /** Throws, after the outcome is stored, if it came too late or a policy had a fatal error. */
    @Override
    void passOn() {
        if (late) {
            throw notOpen();
        }
        super.passOn();
    }
}
