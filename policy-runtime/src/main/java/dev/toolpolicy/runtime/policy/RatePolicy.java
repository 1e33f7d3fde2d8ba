package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.fault.TimeLimit;
import dev.toolpolicy.runtime.internal.remember.PolicyTree;
import dev.toolpolicy.runtime.internal.remember.RecentCalls;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A limit within a window. An account has an entry of {@link RecentCalls} for each time of a check. */
final class RatePolicy extends LimitPolicy implements PolicyTree.Timed {
    private final Duration window;

    RatePolicy(
            String name,
            ToolSelector governs,
            int calls,
            Duration window,
            @Nullable CallKey key,
            KeyRoom room,
            boolean survives) {
        super(name, governs, calls, key, room, survives);
        this.window = Require.positive("policy \"" + name + "\": window", window);
    }

    @Override
    LimitPolicy with(String name, @Nullable CallKey key, KeyRoom room, boolean survives) {
        return new RatePolicy(name, governs(), calls(), window, key, room, survives);
    }

    @Override
    public Duration window() {
        return window;
    }

    @Override
    public String kind() {
        return "rate";
    }

    private static RecentCalls recent(JsonNode state, PolicyContext context) {
        return new RecentCalls(state, context.time());
    }

    @Override
    long counted(JsonNode account, JsonNode state, PolicyContext context) {
        return recent(state, context).count(account, window);
    }

    @Override
    PolicyDecision denied(
            String whose,
            Map<String, JsonNode> metadata,
            List<JsonNode> accounts,
            JsonNode state,
            PolicyContext context) {
        List<JsonNode> begun = new ArrayList<>();
        accounts.forEach(account -> account.forEach(begun::add));
        Instant next = recent(state, context).room(begun, calls(), window).orElseThrow();
        metadata.put("window", TextNode.valueOf(window.toString()));
        metadata.put("next", TextNode.valueOf(next.toString()));
        return PolicyDecision.deny(
                whose + " can run " + (calls() == 1 ? "once" : calls() + " times") + " in " + TimeLimit.words(window)
                        + ". It can run again at " + next + ".",
                metadata);
    }

    @Override
    JsonNode checked(JsonNode state, PolicyContext context) {
        RecentCalls recent = recent(state, context);
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        changed.put(RecentCalls.LATEST, recent.now());
        changed.put(RecentCalls.WINDOWS, recent.windows(window));
        return StateValues.withAll(current(state, context), changed);
    }

    @Override
    JsonNode current(JsonNode state, PolicyContext context) {
        RecentCalls recent = recent(state, context);
        JsonNode windows = recent.windows(window);
        return changeAll(state, account -> recent.current(account, windows));
    }

    @Override
    JsonNode begun(JsonNode account, JsonNode state, PolicyContext context) {
        String time = context.time().toString();
        return StateValues.with(
                account,
                time,
                StateValues.object()
                        .put(
                                RecentCalls.CALLS,
                                account.path(time).path(RecentCalls.CALLS).intValue() + 1)
                        .set(RecentCalls.AT, recent(state, context).now()));
    }

    @Override
    JsonNode succeeded(JsonNode account, PolicyContext context) {
        return account;
    }

    @Override
    JsonNode failed(JsonNode account, PolicyContext context) {
        String time = context.time().toString();
        JsonNode begun = account.path(time);
        if (begun.isMissingNode()) {
            return account;
        }
        int left = begun.path(RecentCalls.CALLS).intValue() - 1;
        return left == 0
                ? StateValues.without(account, time)
                : StateValues.with(account, time, ((ObjectNode) begun.deepCopy()).put(RecentCalls.CALLS, left));
    }
}
