package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.PolicyInvoker.Asked;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The final check of one call just before it runs, as one step of the session's state, which may be retried. It asks the
 * policies, notifies them, and stores an allowed call as open, together with the approval that it uses. The same
 * policies are notified of its outcome, with the same arguments, even if the registry or the handler's copy has
 * changed. One thread checks; afterwards only the recording of its outcome changes it.
 */
public final class CheckedCall {
    /** The name in denials of calls that policies would allow. */
    static final String OPEN_CALLS = "open_calls";

    static final String APPROVAL = "approval";

    private final Outcomes outcomes;
    private final SharedState state;
    private final AtomicBoolean told = new AtomicBoolean();
    private final ToolCall call;
    private final String attempt;
    private final List<Registration> registered;
    private final List<Registration> selected;
    private final Instant time;
    private final @Nullable Ticket ticket;
    private final boolean approved;
    private final Turn turn;
    private Set<String> labels = Set.of();
    private boolean isOpen;
    private Above above = Above.NOT_NEEDED;
    private final List<String> counters = new ArrayList<>();
    private List<Asked> asked = List.of();
    private List<Memory> memories = List.of();
    private List<String> failures = List.of();
    private PolicyContext context;
    private @Nullable PolicyDenial denial;
    private Optional<String> approver = Optional.empty();

    /** The count of the call by limits of sessions above its own. */
    private enum Above {
        NOT_NEEDED,
        NEEDED,
        COUNTED,
        /** This is the check of such a session. */
        THIS
    }

    CheckedCall(
            Outcomes outcomes,
            SharedState state,
            ToolCall call,
            String attempt,
            List<Registration> registered,
            Instant time,
            @Nullable Ticket ticket,
            boolean approved,
            Turn turn) {
        this.outcomes = outcomes;
        this.state = state;
        this.call = call;
        this.attempt = attempt;
        this.registered = registered;
        this.selected = Registrations.governing(registered, call.tool());
        this.time = time;
        this.ticket = ticket;
        this.approved = approved;
        this.turn = turn;
        this.context = new PolicyContext(state.session(), time, Map.of(), Map.of(), false);
    }

    /**
     * Checks the call in a draft. Does nothing if the draft contains this attempt, since the store took it after all.
     */
    void step(Draft draft) {
        if (draft.get(SessionState.BEGUN + attempt) != null || (ticket != null && ticket.isSpentBy(attempt, draft))) {
            return;
        }
        if (!isCountedAbove()) {
            above = outcomes.family().counts(call.tool(), draft.before()) ? Above.NEEDED : Above.NOT_NEEDED;
        }
        if (isToCountAbove()) {
            return;
        }
        failures = new ArrayList<>();
        denial = ticket == null
                ? null
                : ticket.denial(
                        draft,
                        call,
                        selected,
                        new Ticket.Moment(time, state.settings().outcomeTimeout()),
                        () -> PolicyInvoker.needs(registered, call, draft.before(), state.session(), time)
                                .keySet());
        context =
                draft.before().context(state.session(), time, approved || ticket != null && denial == null, registered);
        if (denial == null) {
            denial = askAll(draft);
        }
        if (denial == null && !OpenCall.makeRoom(draft, time, state.settings())) {
            denial = tooManyOpen();
        }
        if (denial == null) {
            denial = begin(draft);
        }
        if (denial != null) {
            tellOfDenial(draft, denial);
        }
    }

    private PolicyDenial tooManyOpen() {
        int most = state.settings().openCalls();
        return new PolicyDenial(
                OPEN_CALLS,
                "Not run: " + most + (most == 1 ? " call" : " calls")
                        + " of this session started and did not end. Wait until one ends.",
                Map.of());
    }

    private @Nullable PolicyDenial askAll(Draft draft) {
        List<Asked> answers = new ArrayList<>(selected.size());
        List<Memory> moment = new ArrayList<>(selected.size());
        asked = answers;
        memories = moment;
        for (Registration registration : selected) {
            Memory memory = draft.memory(registration);
            Asked answer = PolicyInvoker.ask(registration, call, memory, context);
            answers.add(answer);
            moment.add(memory);
            if (!answer.decision().isAllowed()) {
                return PolicyDenial.of(registration.name(), answer.decision());
            }
        }
        return null;
    }

    /** Lets the policies reserve. Nothing changes if one of them fails. */
    private @Nullable PolicyDenial begin(Draft draft) {
        Draft reserved = new Draft(draft);
        for (Asked each : asked) {
            Memory memory = reserved.memory(each.registration());
            try {
                JsonNode after = each.policy().onCheck(call, each.decision(), memory.state(), context);
                if (!Registration.isState(after)) {
                    return PolicyDenial.of(
                            each.registration().name(), PolicyInvoker.nothing(each.registration(), "it gave no state"));
                }
                if (after != memory.state()) {
                    reserved.remember(each.registration(), new Memory(after, null));
                }
            } catch (Throwable failure) {
                UserCode.passThrough(failure);
                return PolicyDenial.of(
                        each.registration().name(),
                        PolicyInvoker.failed(each.registration().name(), failure));
            }
        }
        draft.take(reserved);
        expect();
        isOpen = !selected.isEmpty() || FlowRecorder.lacks(draft.parts(), labels);
        if (isOpen) {
            draft.open(attempt, openCall());
        }
        if (ticket != null) {
            approver = ticket.spend(draft, time, attempt);
        }
        return null;
    }

    /** Returns the stored form of this call when it begins. */
    OpenCall openCall() {
        return OpenCall.begun(
                        call, time, labels, above != Above.THIS && state.flows().checkOn() ? turn : null)
                .countedBy(counters);
    }

    /** Lets the asked policies count the attempt. A policy that fails in this is degraded. */
    private void tellOfDenial(Draft draft, PolicyDenial denied) {
        PolicyDecision decision = PolicyDecision.deny(denied.reason(), denied.metadata());
        for (Asked each : asked) {
            if (draft.memory(each.registration()).fault() == null
                    && OutcomeStep.tellIn(
                            draft,
                            each.registration(),
                            before -> each.policy().onCheck(call, decision, before, context),
                            UserCode::passThrough)) {
                failures.add(each.registration().name());
            }
        }
    }

    /**
     * Denies the call since the state is unavailable. The call may be stored as open, and then stays open without an
     * outcome.
     */
    void deny(PolicyDenial reason) {
        denial = reason;
        failures = List.of();
    }

    /**
     * Returns the call.
     *
     * @return the call with the arguments that were checked
     */
    public ToolCall call() {
        return call;
    }

    /**
     * Returns the denial of the call.
     *
     * @return the policy and its reason; empty if the call may run and has started
     */
    public Optional<PolicyDenial> denial() {
        return Optional.ofNullable(denial);
    }

    /**
     * Returns who gave the stored approval that the call uses.
     *
     * @return the name, as the service gave it; empty if the call may not run or uses no stored approval
     */
    public Optional<String> approver() {
        return approver;
    }

    /**
     * Returns the session as the check saw it, for handlers that need to read its state.
     *
     * @return the context of the check
     */
    public PolicyContext context() {
        return context;
    }

    /** Returns the response that the call is of. */
    Turn turn() {
        return turn;
    }

    /** Finds out which labels its outcome will bring, and returns them. */
    Set<String> expect() {
        labels = above == Above.THIS ? Set.of() : state.flows().expected(call);
        return labels;
    }

    /** Returns the check of this call by the limits of a session above its own. */
    CheckedCall in(SharedState other, List<Registration> limits) {
        boolean isApproved = approved || ticket != null; // if the ticket isn't valid, the call is taken back
        CheckedCall there = new CheckedCall(outcomes, other, call, attempt, limits, time, null, isApproved, turn);
        there.above = Above.THIS;
        return there;
    }

    /** Returns whether limits of sessions above must count the call before it is checked. */
    boolean isToCountAbove() {
        return above == Above.NEEDED;
    }

    /** Notes that sessions above may have counted the call. */
    void countAbove() {
        above = Above.COUNTED;
    }

    boolean isCountedAbove() {
        return above == Above.COUNTED || above == Above.THIS;
    }

    /** Returns whether it is stored as open. */
    boolean isOpen() {
        return isOpen;
    }

    /** Returns the counters of limits over sessions that counted it, by their names. */
    List<String> counters() {
        return counters;
    }

    /** Returns the labels that its outcome was expected to bring when it began. */
    Set<String> labels() {
        return labels;
    }

    String attempt() {
        return attempt;
    }

    /** Returns the id of the stored approval that the call uses; null if it uses none. */
    @Nullable
    String approval() {
        return ticket == null ? null : ticket.approval();
    }

    Instant time() {
        return time;
    }

    List<Registration> selected() {
        return selected;
    }

    /** Returns the policies that were asked, up to the first that denied, with their answers. */
    List<Asked> asked() {
        return asked;
    }

    /** Returns a policy's state at this moment. */
    Memory memory(int index) {
        return memories.get(index);
    }

    /** Returns the policies that failed when they were notified of the denial. */
    List<String> failures() {
        return failures;
    }

    /** Claims the only recording of the call's outcome. */
    CheckedCall claimTelling(Outcomes teller) {
        if (teller != outcomes) {
            throw new IllegalStateException("call " + call + " was checked by another session's policies");
        }
        if (denial != null) {
            throw new IllegalStateException("call " + call + " was denied and can't have run");
        }
        if (told.getAndSet(true)) {
            throw new IllegalStateException("the outcome of call " + call + " was already recorded");
        }
        return this;
    }

    @Override
    public String toString() {
        return call + denial().map(its -> " denied by " + its.policy()).orElse(" allowed");
    }
}
