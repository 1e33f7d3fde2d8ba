package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.fault.SessionFault;
import dev.toolpolicy.runtime.internal.flow.FlowRecorder;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The previews and checks of one registry's calls. Safe for use from any thread. */
final class Checks {
    private final SharedState state;
    private final Telemetry telemetry;
    private final Registrations registered;
    private final Outcomes outcomes;
    private final FactCounts counts;
    private final FamilyLimits family;
    /** With the count of checks, this names attempts uniquely in all processes. */
    private final String registry = UUID.randomUUID().toString();

    private final AtomicLong attempts = new AtomicLong();

    Checks(SharedState state, Registrations registered, Telemetry telemetry, FactCounts counts, FamilyLimits family) {
        this.counts = counts;
        this.family = family;
        this.state = state;
        this.registered = registered;
        this.telemetry = telemetry;
        this.outcomes = new Outcomes(state, telemetry, registered, counts, family);
    }

    Outcomes outcomes() {
        return outcomes;
    }

    PolicyContext context(SessionState moment, boolean approved) {
        return moment.context(state.session(), state.now(), approved, registered.all());
    }

    PolicyPreview preview(ToolCall call, boolean complete, boolean approved) {
        List<Registration> governing = registered.governing(call.tool());
        boolean counted = !counts.governing(call.tool()).isEmpty() || family.counts(call.tool());
        if (governing.isEmpty() && !counted) {
            return PolicyPreview.ALLOWED;
        }
        try {
            SessionState now = state.recent();
            PolicyPreview preview = PolicyInvoker.previewAll(governing, call, complete, now, context(now, approved));
            SessionState newest = preview.denial().isPresent() ? state.newest() : now;
            if (newest != now) {
                now = newest;
                preview = PolicyInvoker.previewAll(governing, call, complete, now, context(now, approved));
            }
            if (preview.denial().isPresent()) {
                return preview;
            }
            boolean countedAbove = family.counts(call.tool(), now);
            if (!complete) {
                return counted || countedAbove ? PolicyPreview.WAITING : preview;
            }
            Optional<PolicyDenial> full = counts.preview(call, state.now());
            return (full.isPresent() || !countedAbove ? full : family.preview(call, approved, state.now()))
                    .map(PolicyPreview::denied)
                    .orElse(preview);
        } catch (StoreException e) {
            return PolicyPreview.denied(unavailable(e));
        }
    }

    /** Checks a call just before it runs. */
    CheckedCall check(ToolCall call, @Nullable Ticket ticket, boolean approved, Turn turn) {
        Optional<Instant> now = state.time();
        CheckedCall check = new CheckedCall(
                outcomes,
                state,
                call,
                registry + "-" + attempts.incrementAndGet(),
                registered.all(),
                now.orElseGet(Instant::now),
                ticket,
                approved,
                turn);
        if (check.selected().isEmpty()
                && counts.governing(call.tool()).isEmpty()
                && !family.counts(call.tool())
                && ticket == null
                && now.isPresent()
                && bringsNothing(check)) {
            return check;
        }
        FlightRecorder.Recorded recorded = FlightRecorder.begin();
        decide(check, now.isPresent());
        if (recorded != null) {
            recorded.end(state.session(), check);
        }
        telemetry.checked(check);
        outcomes.report(call, check.time(), check.failures());
        return check;
    }

    /** Counts a call among those of all sessions, and checks it in its own. */
    private void decide(CheckedCall check, boolean hasTime) {
        try {
            if (!hasTime) {
                throw new StoreException("the clock failed, so the call can't be checked", null);
            }
            Optional<PolicyDenial> full = counts.begin(check);
            full.ifPresent(check::deny);
            if (full.isEmpty()) {
                outcomes.flush();
                state.update(check::step);
                if (check.isToCountAbove()) {
                    countAbove(check);
                }
            }
        } catch (StoreException e) {
            check.deny(unavailable(e));
        }
        if (check.denial().isPresent()) {
            counts.takeBack(check.attempt(), check.counters());
            if (check.isCountedAbove()) {
                family.takeBack(check);
            }
        }
    }

    private void countAbove(CheckedCall check) {
        check.countAbove(); // before: a store that fails may have counted it
        family.begin(check).ifPresentOrElse(check::deny, () -> state.update(check::step));
    }

    /** Returns whether the outcome of a call will bring nothing that the session lacks. */
    private boolean bringsNothing(CheckedCall check) {
        FlowRecorder flows = state.flows();
        try {
            return !flows.checkOn()
                    || !FlowRecorder.lacks(state.newest().stored().parts(), check.expect());
        } catch (StoreException e) {
            return false; // the check fails too, and says why
        }
    }

    /**
     * Returns the denial for a failed store. The store's message stays in the log, since it wasn't written for a model.
     */
    private PolicyDenial unavailable(StoreException failure) {
        telemetry.unavailable(failure);
        String reason = failure.isFull()
                ? "Not run: this service has too many sessions now. Try again later."
                : "Not run: the session's state is unavailable now. Try again later.";
        return new PolicyDenial(SessionFault.STORE, reason, Map.of());
    }

    /** Asks every policy that covers a call, including those after a denial. */
    Map<String, PolicyDecision> explain(ToolCall call) {
        SessionState now = state.newest();
        Map<String, PolicyDecision> answers = new LinkedHashMap<>(
                PolicyInvoker.askAll(registered.governing(call.tool()), call, now, context(now, false)));
        answers.putAll(counts.ask(call, state.now()));
        if (family.counts(call.tool(), now)) {
            family.preview(call, false, state.now())
                    .ifPresent(full -> answers.put(full.policy(), PolicyDecision.deny(full.reason(), full.metadata())));
        }
        return Collections.unmodifiableMap(answers);
    }
}
