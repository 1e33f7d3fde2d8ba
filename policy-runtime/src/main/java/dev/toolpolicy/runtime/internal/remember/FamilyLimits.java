package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The limits of the sessions that a session was begun in, its parent first: each call counts in their states too, where it
 * is an open call until its outcome is recorded. It is counted there before it runs. It is taken back if a check denies
 * it, or if it failed without effect; never after a crash. Safe for use from any thread.
 */
final class FamilyLimits {
    private final SharedState state;
    private final Registrations registered;
    private final Telemetry telemetry;
    /** The session that this one was begun in; null if it wasn't, or not by this object. */
    private volatile @Nullable FamilyLimits parent;

    FamilyLimits(SharedState state, Registrations registered, Telemetry telemetry) {
        this.state = state;
        this.registered = registered;
        this.telemetry = telemetry;
    }

    void beginIn(FamilyLimits other) {
        parent = other;
    }

    private List<Registration> governing(String tool) {
        return registered.governing(tool).stream()
                .filter(each -> each.policy() instanceof LimitsPolicy)
                .toList();
    }

    /** Returns whether calls of a tool count in other sessions too, as far as is known without this session's state. */
    boolean counts(String tool) {
        FamilyLimits known = parent;
        return known != null && (!known.governing(tool).isEmpty() || known.counts(tool));
    }

    /** Returns whether calls of a tool count in other sessions too. */
    boolean counts(String tool, SessionState now) {
        return parent == null
                ? now.part(SessionState.PARENT) != null && !governing(tool).isEmpty()
                : counts(tool);
    }

    private @Nullable FamilyLimits parent() {
        FamilyLimits known = parent;
        JsonNode id = known == null ? state.newest().part(SessionState.PARENT) : null;
        return id == null
                ? known
                : new FamilyLimits(
                        new SharedState(
                                id.asText(), state.settings(), state.flows().ofAnotherSession()),
                        registered,
                        telemetry);
    }

    private Iterable<FamilyLimits> above() {
        Map<String, FamilyLimits> found = new LinkedHashMap<>();
        FamilyLimits each = this;
        while (each != null && found.putIfAbsent(each.state.session(), each) == null) {
            each = each.parent();
        }
        found.remove(state.session());
        return found.values();
    }

    /**
     * Counts a call that is about to run.
     *
     * @return the denial; empty if all limits allow the call
     * @throws StoreException if a state can't be changed; the call may have been counted
     */
    Optional<PolicyDenial> begin(CheckedCall call) {
        for (FamilyLimits each : above()) {
            CheckedCall there = call.in(each.state, each.governing(call.call().tool()));
            each.state.update(there::step);
            if (there.denial().isPresent()) {
                return there.denial().map(FamilyLimits::explained);
            }
        }
        return Optional.empty();
    }

    private static PolicyDenial explained(PolicyDenial denial) {
        return new PolicyDenial(
                denial.policy(),
                denial.reason() + " This session's calls count in the session that began it.",
                denial.metadata());
    }

    /** Takes back a call that was denied after all. If a state can't be changed, the call stays counted. */
    void takeBack(CheckedCall call) {
        end(call.attempt(), call.call(), LimitsPolicy::uncounted);
    }

    /**
     * Records the outcome of a call. If a state can't be changed, the call stays counted as one without an outcome.
     *
     * @param call the call, with its arguments
     * @param result the outcome
     * @param isKnown whether the outcome is known, and came in time
     */
    void end(String attempt, ToolCall call, ToolResult result, boolean isKnown) {
        Optional<Instant> now = state.time();
        end(
                attempt,
                call,
                (limit, ended, counts, context) -> isKnown
                        ? OutcomeStep.told(limit, ended, result, counts, context, now.orElse(context.time()))
                        : counts);
    }

    /** A change of the counts of a limit. */
    private interface Ending {
        JsonNode apply(LimitsPolicy limit, ToolCall ended, JsonNode counts, PolicyContext context);
    }

    private void end(String attempt, ToolCall call, Ending ending) {
        try {
            for (FamilyLimits each : above()) {
                each.state.update(draft -> each.end(draft, SessionState.BEGUN + attempt, call, ending));
            }
        } catch (StoreException e) {
            telemetry.unavailable(e);
        }
    }

    private void end(Draft draft, String begun, ToolCall call, Ending ending) {
        JsonNode part = draft.get(begun);
        if (part != null) {
            PolicyContext context = new PolicyContext("", OpenCall.read(part).time(), Map.of(), Map.of(), false);
            draft.remove(begun);
            for (Registration each : governing(call.tool())) {
                OutcomeStep.tellIn(
                        draft,
                        each,
                        counts -> ending.apply((LimitsPolicy) each.policy(), call, counts, context),
                        UserCode::passThrough);
            }
        }
    }

    /**
     * Asks the limits of the other sessions, without counting.
     *
     * @return the first denial; empty if all have room
     * @throws StoreException if a state can't be read
     */
    Optional<PolicyDenial> preview(ToolCall call, boolean approved, Instant time) {
        for (FamilyLimits each : above()) {
            List<Registration> limits = each.governing(call.tool());
            SessionState now = each.state.newest();
            PolicyContext context = now.context(each.state.session(), time, approved, limits);
            Optional<PolicyDenial> denial =
                    PolicyInvoker.previewAll(limits, call, true, now, context).denial();
            if (denial.isPresent()) {
                return denial.map(FamilyLimits::explained);
            }
        }
        return Optional.empty();
    }
}
