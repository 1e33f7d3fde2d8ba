package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.fault.TimeLimit;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A limit of successful calls of a session within any time span of the window's length: in total, or {@linkplain
 * #perKey for each key}. A call counts from the time of its check until it fails. By default a rollback of the
 * conversation doesn't change the count; {@link #followingRollbacks} changes that. Immutable; one policy serves any
 * number of sessions.
 *
 * <p>For this policy time never goes back. If the clock is behind a time that the session has seen, that time applies
 * until the clock has passed it. A clock that jumps forward and back makes the policy deny longer, and never allow more.
 *
 * <p>A changed window counts the calls that the session still has. Calls are kept for the longest window that a node has
 * counted with; a longer window that no node has used for its own length is forgotten. In a rolling deployment, nodes
 * with a shorter window therefore keep what those with a longer one need.
 */
public final class RatePolicy extends LimitPolicy {
    /** The default name. */
    public static final String NAME = "rate";

    private static final String LATEST = "latest";
    private static final String AT = "at";
    private static final String CALLS = "calls";
    private static final String WINDOWS = "windows";

    private final Duration window;

    private RatePolicy(
            String name,
            ToolSelector governs,
            int calls,
            Duration window,
            @Nullable CallKey key,
            KeyRoom room,
            boolean survives) {
        super(name, governs, calls, key, room, survives);
        if (window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("policy \"" + name + "\": window must be positive, was " + window);
        }
        this.window = window;
    }

    /**
     * Creates a policy for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls within a window, at least 1
     * @param window the length of the window, positive
     * @param tools the tools' names; none means every tool
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1, the window isn't positive, or a name is empty
     */
    public static RatePolicy of(int calls, Duration window, String... tools) {
        return of(calls, window, ToolSelector.named(List.of(tools)));
    }

    /**
     * Creates a policy for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls within a window, at least 1
     * @param window the length of the window, positive
     * @param tools the tools
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1, or the window isn't positive
     */
    public static RatePolicy of(int calls, Duration window, ToolSelector tools) {
        return new RatePolicy(NAME, tools, calls, window, null, KeyRoom.DEFAULT, true);
    }

    /**
     * Returns this policy with another name.
     *
     * @param name the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public RatePolicy named(String name) {
        return new RatePolicy(name, tools(), calls(), window, key(), room(), survives());
    }

    /**
     * Returns this policy with a separate count for each key, and one for calls without a key. A call with several keys
     * counts for each.
     *
     * @param key reads the key from a call
     * @return the changed policy
     */
    public RatePolicy perKey(CallKey key) {
        return new RatePolicy(name(), tools(), calls(), window, Objects.requireNonNull(key, "key"), room(), survives());
    }

    /**
     * Sets how many keys a session counts. When the limit is reached, a call with another key is denied. A key longer
     * than 255 characters counts as several, one for each 256.
     *
     * @param limit the maximum number of keys, at least 1; the default is 10,000
     * @return the changed policy
     * @throws IllegalArgumentException if {@code limit} is less than 1
     */
    public RatePolicy maxKeys(int limit) {
        return new RatePolicy(name(), tools(), calls(), window, key(), new KeyRoom(limit), survives());
    }

    /**
     * Returns this policy, which then no longer counts calls that are rolled back.
     *
     * @return the changed policy
     */
    public RatePolicy followingRollbacks() {
        return new RatePolicy(name(), tools(), calls(), window, key(), room(), false);
    }

    /** Returns the length of the window. */
    @Override
    public Duration window() {
        return window;
    }

    @Override
    public String kind() {
        return "rate";
    }

    private static Instant now(JsonNode state, PolicyContext context) {
        JsonNode latest = state.path(LATEST);
        Instant seen = latest.isMissingNode() ? Instant.MIN : Instant.parse(latest.asText());
        return seen.isAfter(context.time()) ? seen : context.time();
    }

    private boolean counts(JsonNode begun, Instant now) {
        return at(begun).isAfter(before(now, window));
    }

    @Override
    int counted(JsonNode account, JsonNode state, PolicyContext context) {
        Instant now = now(state, context);
        int counted = 0;
        for (JsonNode begun : account) {
            counted += counts(begun, now) ? begun.path(CALLS).intValue() : 0;
        }
        return counted;
    }

    @Override
    PolicyDecision denied(
            String whose,
            Map<String, JsonNode> metadata,
            List<JsonNode> accounts,
            JsonNode state,
            PolicyContext context) {
        Instant next = next(accounts, now(state, context));
        metadata.put("window", TextNode.valueOf(window.toString()));
        metadata.put("next", TextNode.valueOf(next.toString()));
        return PolicyDecision.deny(
                whose + " can run " + (calls() == 1 ? "once" : calls() + " times") + " in " + TimeLimit.words(window)
                        + ". It can run again at " + next + ".",
                metadata);
    }

    /** Returns the time at which enough calls no longer count, so that there is room for one. */
    private Instant next(List<JsonNode> accounts, Instant now) {
        List<Instant> times = new ArrayList<>();
        for (JsonNode account : accounts) {
            for (JsonNode begun : account) {
                if (counts(begun, now)) {
                    times.addAll(Collections.nCopies(begun.path(CALLS).intValue(), at(begun)));
                }
            }
        }
        Collections.sort(times);
        return times.get(times.size() - calls()).plus(window);
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        if (!decision.isAllowed()) {
            return state;
        }
        Instant now = now(state, context);
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        changed.put(LATEST, TextNode.valueOf(now.toString()));
        changed.put(
                WINDOWS, StateValues.with(windows(state, now), window.toString(), TextNode.valueOf(now.toString())));
        return super.onCheck(call, decision, StateValues.withAll(current(state, context), changed), context);
    }

    /**
     * Returns the windows of all nodes that count in this state, with the time of each one's last call. A window that no
     * node has used for its own length is forgotten.
     */
    private static JsonNode windows(JsonNode state, Instant now) {
        JsonNode windows = state.path(WINDOWS);
        for (Map.Entry<String, JsonNode> each : state.path(WINDOWS).properties()) {
            Instant used = Instant.parse(each.getValue().asText());
            if (!used.isAfter(before(now, Duration.parse(each.getKey())))) {
                windows = StateValues.without(windows, each.getKey());
            }
        }
        return windows;
    }

    /** Returns how long calls are kept: for the longest window that a node counts with. */
    private Duration longest(JsonNode state, Instant now) {
        Duration longest = window;
        for (Map.Entry<String, JsonNode> each : windows(state, now).properties()) {
            Duration other = Duration.parse(each.getKey());
            longest = other.compareTo(longest) > 0 ? other : longest;
        }
        return longest;
    }

    private static Instant before(Instant now, Duration time) {
        return time.compareTo(Duration.between(Instant.MIN, now)) >= 0 ? Instant.MIN : now.minus(time);
    }

    @Override
    JsonNode current(JsonNode state, PolicyContext context) {
        Instant now = now(state, context);
        Instant kept = before(now, longest(state, now));
        return changeAll(state, account -> since(kept, account));
    }

    private static JsonNode since(Instant kept, JsonNode account) {
        JsonNode recent = account;
        for (Map.Entry<String, JsonNode> begun : account.properties()) {
            recent = at(begun.getValue()).isAfter(kept) ? recent : StateValues.without(recent, begun.getKey());
        }
        return recent;
    }

    private static Instant at(JsonNode begun) {
        return Instant.parse(begun.path(AT).asText());
    }

    @Override
    JsonNode begun(JsonNode account, JsonNode state, PolicyContext context) {
        String time = context.time().toString();
        return StateValues.with(
                account,
                time,
                StateValues.object()
                        .put(AT, now(state, context).toString())
                        .put(CALLS, account.path(time).path(CALLS).intValue() + 1));
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
        int left = begun.path(CALLS).intValue() - 1;
        return left == 0
                ? StateValues.without(account, time)
                : StateValues.with(account, time, ((ObjectNode) begun.deepCopy()).put(CALLS, left));
    }
}
