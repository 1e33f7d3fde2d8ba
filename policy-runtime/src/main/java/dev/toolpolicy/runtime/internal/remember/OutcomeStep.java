package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.flow.SessionLabels;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.PolicyInvoker.Asked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The recording of a call's outcome, of which policies are notified, as one step of the session's state, which may be
 * retried. For one thread.
 */
abstract sealed class OutcomeStep {
    private final List<String> failures = new ArrayList<>();
    private @Nullable Throwable fatal;

    /** Records the outcome in a draft. */
    abstract void record(Draft draft);

    /** Forgets the failures of an earlier try, since the policies are notified again. */
    final void begin() {
        failures.clear();
        fatal = null;
    }

    /** Returns the outcome's text on its way to the model. */
    abstract Arrival arrival();

    final ToolCall call() {
        return arrival().call();
    }

    /** Returns the time of the call's check. */
    abstract Instant time();

    /** Notifies a policy that has nowhere to remember it. */
    final void tell(Registration policy, Memory memory, Function<JsonNode, JsonNode> next) {
        if (told(memory, "a call", next, this::keep).fault() != null && memory.fault() == null) {
            failures.add(policy.name());
        }
    }

    /** Notifies a policy that remembers in a draft. */
    final void tell(Draft draft, Registration policy, Function<JsonNode, JsonNode> next) {
        if (tellIn(draft, policy, next, this::keep)) {
            failures.add(policy.name());
        }
    }

    private void keep(Throwable failure) {
        if (fatal == null && (UserCode.isFatal(failure) || UserCode.isCancellation(failure))) {
            fatal = failure;
        }
    }

    /** Returns the names of the policies that failed. */
    final List<String> failures() {
        return failures;
    }

    /**
     * Throws a fatal error of a policy, after the outcome is stored. The call has run, and losing its outcome could
     * allow what a stored success denies.
     */
    void passOn() {
        if (fatal != null) {
            UserCode.<RuntimeException>throwAsIs(fatal);
        }
    }

    /** Returns the end of the approval that a call used. */
    static Approval.Status end(boolean isLost, ToolResult result) {
        return isLost ? Approval.Status.LOST : result.isSuccess() ? Approval.Status.RAN : Approval.Status.FAILED;
    }

    /** Tells a policy of an outcome, which isn't unknown. A limit on failures counts from the time of the outcome. */
    static JsonNode told(
            ToolPolicy policy, ToolCall call, ToolResult result, JsonNode state, PolicyContext context, Instant ended) {
        if (result.isSuccess()) {
            return policy.onResult(call, result, state, context);
        }
        JsonNode then = policy instanceof LimitsPolicy ? RecentCalls.seen(state, ended) : state;
        return result.hadNoEffect() ? policy.onNoEffect(call, then, context) : policy.onFailure(call, then, context);
    }

    /** Notifies a policy that remembers in a draft. Returns whether it failed in this. */
    static boolean tellIn(
            Draft draft, Registration policy, Function<JsonNode, JsonNode> tell, Consumer<Throwable> onFailure) {
        Memory memory = draft.memory(policy);
        Memory after = told(memory, "a call", tell, onFailure);
        if (after != memory) {
            draft.remember(policy, after);
        }
        return after.fault() != null && memory.fault() == null;
    }

    /** Returns a policy's state after the notification; {@code memory} itself if nothing changed. */
    static Memory told(Memory memory, String what, Function<JsonNode, JsonNode> tell, Consumer<Throwable> onFailure) {
        try {
            JsonNode state = Registration.given(tell.apply(memory.state()));
            if (state == null || !Registration.isState(state)) {
                return new Memory(
                        memory.state(), "it returned a state that is not a JSON value when notified of " + what);
            }
            return state == memory.state() ? memory : new Memory(state, memory.fault());
        } catch (Throwable failure) {
            onFailure.accept(failure);
            return new Memory(
                    memory.state(), "it failed with " + failure.getClass().getName() + " when notified of " + what);
        }
    }

    /**
     * The notification of all policies that checked a call here. It does nothing if the call isn't open: its outcome was
     * recorded, a snapshot without it was restored, or the outcome came too late.
     */
    static final class Here extends OutcomeStep {
        private final CheckedCall check;
        private final Predicate<Registration> isHere;
        private final @Nullable Instant ended;
        private final FlowRecorder flows;
        private final Arrival arrival;

        /**
         * Creates a notification.
         *
         * @param check the check of the call
         * @param isHere whether a policy is still registered
         * @param ended the time of the outcome; null if it came too late, or is unknown
         * @param flows records the outcome's text
         * @param arrival the outcome's text on its way to the model, also if the outcome is late
         */
        Here(
                CheckedCall check,
                Predicate<Registration> isHere,
                @Nullable Instant ended,
                FlowRecorder flows,
                Arrival arrival) {
            this.check = check;
            this.isHere = isHere;
            this.ended = ended;
            this.flows = flows;
            this.arrival = arrival;
        }

        /** Returns the notification of an outcome whose text is withheld, since the store didn't take it. */
        Here withheld() {
            return new Here(check, isHere, ended, flows, arrival.withheld());
        }

        @Override
        void record(Draft draft) {
            begin();
            String begun = SessionState.BEGUN + check.attempt();
            boolean isOpen = draft.get(begun) != null;
            draft.remove(begun);
            Ticket.end(draft, check.approval(), check.attempt(), end(ended == null, arrival.result()));
            if (isOpen && ended != null) {
                for (int i = 0; i < check.asked().size(); i++) {
                    tell(draft, check.asked().get(i), check.memory(i), ended);
                }
            }
            flows.arrive(draft, arrival, check.labels());
        }

        /** Tells a policy. One that was removed since is told like the others, and has nowhere to remember it. */
        private void tell(Draft draft, Asked asked, Memory atCheck, Instant time) {
            UnaryOperator<JsonNode> next =
                    state -> told(asked.policy(), check.call(), arrival.result(), state, check.context(), time);
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

    /** The recording of the outcome of a call that was checked elsewhere. It notifies the policies that cover the tool here. */
    static final class Elsewhere extends OutcomeStep {
        private final String attempt;
        private final ToolResult outcome;
        private final SharedState state;
        private final Registrations registered;
        private final Instant now;
        private final OpenCall.Ending ending;
        private final BiFunction<ToolCall, Turn, Arrival> arriving;
        private @Nullable Arrival arrival;
        private @Nullable OpenCall open;
        private boolean late;

        /** Begins, or goes on with what an earlier try of the same outcome began whose store failed. */
        Elsewhere(
                String attempt,
                ToolResult outcome,
                @Nullable Unsure earlier,
                SharedState state,
                Registrations registered,
                BiFunction<ToolCall, Turn, Arrival> arriving) {
            OpenCall.Ending mine = OpenCall.Ending.by(outcome);
            Unsure same =
                    earlier != null && Objects.equals(earlier.ending().success(), mine.success()) ? earlier : null;
            this.ending = same == null ? mine : same.ending();
            this.open = same == null ? null : same.open();
            this.late = same != null && same.late();
            this.arrival = same == null ? null : same.arrival();
            this.attempt = attempt;
            this.outcome = outcome;
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
            boolean isLost = late || outcome.kind() == ToolResult.Kind.UNKNOWN;
            Ticket.end(draft, call.approval(), attempt, end(isLost, outcome));
            if (!isLost && !call.isForgotten()) {
                PolicyContext context =
                        draft.before().context(state.session(), call.time(), call.approved(), registered.all());
                for (Registration policy : registered.governing(call.call().tool())) {
                    tell(draft, policy, state -> told(policy, state, context));
                }
            }
        }

        private IllegalStateException notOpen() {
            return new IllegalStateException("attempt " + VisibleText.quoted(attempt, VisibleText.NAME)
                    + " isn't open in session " + VisibleText.quoted(state.session(), VisibleText.NAME)
                    + ": it never began, its outcome was recorded, or it took longer than "
                    + state.settings().outcomeTimeout());
        }

        private JsonNode told(Registration registration, JsonNode its, PolicyContext context) {
            ToolPolicy policy =
                    Objects.requireNonNull(registration.policy().forCall(context), "the policy settled on none");
            return told(policy, call(), outcome, its, context, now);
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
}
