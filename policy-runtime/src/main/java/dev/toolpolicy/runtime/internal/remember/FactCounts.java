package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The counters of limits over sessions. Each is stored as a session of its own, under an id that no session can have, and
 * changes by compare-and-set. A call is counted before its session's check. It is taken back if that check denies it, or
 * if it failed without effect; never after a crash. An attempt is counted and taken back once, however often that is
 * tried. Safe for use from any thread.
 */
final class FactCounts {
    private static final String PART = "limit";

    private final SessionSettings settings;
    private final Telemetry telemetry;
    private final List<LimitsPolicy> limits = new CopyOnWriteArrayList<>();

    /** Creates the counters of a session, which are in a store that all sessions share. */
    FactCounts(SessionSettings settings, Telemetry telemetry) {
        this.settings = settings;
        this.telemetry = telemetry;
    }

    void add(LimitsPolicy more) {
        limits.add(more);
    }

    List<LimitsPolicy> governing(String tool) {
        return limits.stream().filter(each -> each.governs().selects(tool)).toList();
    }

    private static JsonNode state(Draft draft) {
        JsonNode stored = draft.get(PART);
        return stored == null ? MissingNode.getInstance() : stored;
    }

    boolean has(String name) {
        return limits.stream().anyMatch(each -> each.name().equals(name));
    }

    /** Decides by a limit. If it fails, as with a damaged counter, it denies. */
    private static PolicyDecision guarded(LimitsPolicy limit, Supplier<PolicyDecision> step) {
        try {
            return step.get();
        } catch (Throwable failure) {
            UserCode.passThrough(failure);
            return PolicyInvoker.failed(limit.name(), failure);
        }
    }

    private static PolicyDecision check(LimitsPolicy limit, ToolCall call, JsonNode state, Instant time) {
        return limit.check(call, state, new PolicyContext("", time, Map.of(), Map.of(), false));
    }

    /**
     * Counts a call that is about to run.
     *
     * @param check its check, which gets the counters that counted it
     * @return the denial; empty if all limits allow the call
     * @throws StoreException if a counter can't be changed; the call may have been counted
     */
    Optional<PolicyDenial> begin(CheckedCall check) {
        ToolCall call = check.call();
        for (LimitsPolicy each : governing(call.tool())) {
            if (each.counts(call)) {
                Optional<String> counter = each.counter(call);
                counter.ifPresent(check.counters()::add); // before: a store that fails may have counted it
                PolicyDecision decision = counter.map(id -> SharedState.counter(id, settings)
                                .change(draft -> guarded(each, () -> count(each, draft, check))))
                        .orElseGet(() -> each.unknown(call));
                if (!decision.isAllowed()) {
                    return Optional.of(PolicyDenial.of(each.name(), decision));
                }
            }
        }
        return Optional.empty();
    }

    private static PolicyDecision count(LimitsPolicy limit, Draft draft, CheckedCall check) {
        ToolCall call = check.call();
        JsonNode state = state(draft);
        if (state.path(LimitCounts.RECENT).has(check.attempt())) {
            return PolicyDecision.allow(); // the store took it after all
        }
        PolicyDecision decision = check(limit, call, state, check.time());
        Optional<JsonNode> after =
                decision.isAllowed() ? limit.counted(call, check.attempt(), state, check.time()) : Optional.empty();
        after.ifPresent(counted -> draft.put(PART, counted));
        return decision.isAllowed() && after.isEmpty()
                ? PolicyDecision.deny(call.tool() + " can't run now: a limit counts too many calls.")
                : decision;
    }

    /** Takes back an attempt. If a counter can't be changed, the attempt stays counted. */
    void takeBack(String attempt, Collection<String> counters) {
        for (String counter : counters) {
            try {
                SharedState.counter(counter, settings).update(draft -> {
                    JsonNode state = state(draft);
                    JsonNode recent = state.path(LimitCounts.RECENT);
                    if (recent.has(attempt)) {
                        JsonNode after = StateValues.without(recent, attempt);
                        draft.put(PART, StateValues.with(state, LimitCounts.RECENT, after));
                    }
                });
            } catch (StoreException e) {
                telemetry.unavailable(e);
            }
        }
    }

    /**
     * Asks the limits that count a complete call, without counting it.
     *
     * @return the decisions by name, in order
     * @throws StoreException if a counter can't be read
     */
    Map<String, PolicyDecision> ask(ToolCall call, Instant time) {
        Map<String, PolicyDecision> answers = new LinkedHashMap<>();
        for (LimitsPolicy each : governing(call.tool())) {
            answers.put(each.name(), each.counts(call) ? ask(each, call, time) : PolicyDecision.allow());
        }
        return answers;
    }

    private PolicyDecision ask(LimitsPolicy limit, ToolCall call, Instant time) {
        return limit.counter(call)
                .map(counter -> SharedState.counter(counter, settings).newest())
                .map(stored -> guarded(limit, () -> check(limit, call, state(new Draft(stored)), time)))
                .orElseGet(() -> limit.unknown(call));
    }

    /** Returns the first denial of a complete call, without counting it; empty if all limits have room. */
    Optional<PolicyDenial> preview(ToolCall call, Instant time) {
        return ask(call, time).entrySet().stream()
                .filter(each -> !each.getValue().isAllowed())
                .map(each -> PolicyDenial.of(each.getKey(), each.getValue()))
                .findFirst();
    }
}
