package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolSelector;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * At most so many successful calls of a session within any span of time as long as the window: all together, or
 * {@linkplain #perKey of each key}. A call counts at the time of its check, until it fails. What is counted stays counted
 * when the conversation is rolled back, {@linkplain #followingRollbacks unless said otherwise}. Immutable; one policy
 * serves any number of sessions.
 *
 * <p>For this policy time never goes back: where a clock is behind a time that the session has seen, that time still
 * holds, until the clock is past it. So no more is remembered than the calls of one window, and a clock that jumps forward
 * and back again makes it deny longer, and never allow more.
 */
public final class RatePolicy extends LimitPolicy {
    /** The name of a policy that is given none. */
    public static final String NAME = "rate";

    private static final String LATEST = "latest";
    private static final String AT = "at";
    private static final String CALLS = "calls";

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
            throw new IllegalArgumentException("policy \"" + name + "\" has a window that is positive, not " + window);
        }
        this.window = window;
    }

    /**
     * A policy for some tools, whose calls are counted together.
     *
     * @param calls how many may succeed within a window, at least 1
     * @param window how long it is, more than nothing
     * @param tools the tools' names; without any, every tool is meant
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1, the window isn't positive, or a name is empty
     */
    public static RatePolicy of(int calls, Duration window, String... tools) {
        return of(calls, window, ToolSelector.named(List.of(tools)));
    }

    /**
     * A policy for some tools, whose calls are counted together.
     *
     * @param calls how many may succeed within a window, at least 1
     * @param window how long it is, more than nothing
     * @param tools the tools
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1, or the window isn't positive
     */
    public static RatePolicy of(int calls, Duration window, ToolSelector tools) {
        return new RatePolicy(NAME, tools, calls, window, null, KeyRoom.DEFAULT, true);
    }

    /**
     * This policy under another name.
     *
     * @param name the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public RatePolicy named(String name) {
        return new RatePolicy(name, tools(), calls(), window, key(), room(), survives());
    }

    /**
     * This policy, where calls of each key are counted apart, and those without a key together. A call with several keys
     * counts for each.
     *
     * @param key how the key is read from a call
     * @return the changed policy
     */
    public RatePolicy perKey(CallKey key) {
        return new RatePolicy(name(), tools(), calls(), window, Objects.requireNonNull(key, "key"), room(), survives());
    }

    /**
     * Sets how many keys a session counts by. Past it, a call with another key is denied. A key longer than 255 characters
     * counts as several, one for each 256.
     *
     * @param most how many, at least 1; 10,000 by default
     * @return the changed policy
     * @throws IllegalArgumentException if {@code most} is less than 1
     */
    public RatePolicy maxKeys(int most) {
        return new RatePolicy(name(), tools(), calls(), window, key(), new KeyRoom(most), survives());
    }

    /**
     * This policy, where calls that are rolled back count no more.
     *
     * @return the changed policy
     */
    public RatePolicy followingRollbacks() {
        return new RatePolicy(name(), tools(), calls(), window, key(), room(), false);
    }

    @Override
    public String kind() {
        return "rate";
    }

    /** What is older than the window is forgotten, so the window is part of what the state depends on. */
    @Override
    public JsonNode configuration() {
        return StateValues.with(super.configuration(), "window", TextNode.valueOf(window.toString()));
    }

    private static Instant now(JsonNode state, ToolContext context) {
        JsonNode latest = state.path(LATEST);
        Instant seen = latest.isMissingNode() ? Instant.MIN : Instant.parse(latest.asText());
        return seen.isAfter(context.time()) ? seen : context.time();
    }

    private boolean counts(JsonNode begun, Instant now) {
        return Instant.parse(begun.path(AT).asText()).isAfter(now.minus(window));
    }

    @Override
    int counted(JsonNode account, JsonNode state, ToolContext context) {
        Instant now = now(state, context);
        int counted = 0;
        for (JsonNode begun : account) {
            counted += counts(begun, now) ? begun.path(CALLS).intValue() : 0;
        }
        return counted;
    }

    @Override
    PolicyDecision denied(
            String whose, Map<String, JsonNode> metadata, JsonNode account, JsonNode state, ToolContext context) {
        Instant next = next(account, now(state, context));
        metadata.put("window", TextNode.valueOf(window.toString()));
        metadata.put("next", TextNode.valueOf(next.toString()));
        return PolicyDecision.deny(whose + " is limited to " + calls() + (calls() == 1 ? " call" : " calls") + " in "
                + window + ": try again at " + next, metadata);
    }

    /** When so many of the calls that count count no more that there is room for one. */
    private Instant next(JsonNode account, Instant now) {
        List<Instant> times = new ArrayList<>();
        for (JsonNode begun : account) {
            if (counts(begun, now)) {
                times.addAll(Collections.nCopies(
                        begun.path(CALLS).intValue(), Instant.parse(begun.path(AT).asText())));
            }
        }
        Collections.sort(times);
        return times.get(times.size() - calls()).plus(window);
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, ToolContext context) {
        if (decision instanceof PolicyDecision.Denied) {
            return state;
        }
        Instant now = now(state, context);
        JsonNode recent = StateValues.with(
                current(state, context), LATEST, TextNode.valueOf(now.toString()));
        return super.onCheck(call, decision, recent, context);
    }

    @Override
    JsonNode current(JsonNode state, ToolContext context) {
        Instant now = now(state, context);
        return changeAll(state, account -> recent(account, now));
    }

    private JsonNode recent(JsonNode account, Instant now) {
        JsonNode recent = account;
        for (Map.Entry<String, JsonNode> begun : account.properties()) {
            recent = counts(begun.getValue(), now) ? recent : StateValues.without(recent, begun.getKey());
        }
        return recent;
    }

    @Override
    JsonNode begun(JsonNode account, JsonNode state, ToolContext context) {
        String time = context.time().toString();
        return StateValues.with(account, time, StateValues.object()
                .put(AT, now(state, context).toString())
                .put(CALLS, account.path(time).path(CALLS).intValue() + 1));
    }

    @Override
    JsonNode succeeded(JsonNode account, ToolContext context) {
        return account;
    }

    @Override
    JsonNode failed(JsonNode account, ToolContext context) {
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
