package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ArgumentNeeds;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.rule.Match;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A tool that, called with a key, needs one of some others (or all of them) to have succeeded with the same key. A call
 * without the key is allowed, unless said otherwise. Immutable.
 */
public final class KeyedDependency implements Dependency {
    private final String dependent;
    private final CallKey key;
    private final SortedMap<String, CallKey> prerequisites;
    private final Match match;
    private final boolean denyWhenMissing;
    private final KeyRoom room;

    private KeyedDependency(
            String dependent,
            CallKey key,
            SortedMap<String, CallKey> prerequisites,
            Match match,
            boolean denyWhenMissing,
            KeyRoom room) {
        this.dependent = Objects.requireNonNull(dependent, "dependent");
        this.key = Objects.requireNonNull(key, "key");
        this.prerequisites = prerequisites;
        this.match = match;
        this.denyWhenMissing = denyWhenMissing;
        this.room = room;
    }

    /**
     * A tool that depends on others by a key; which others is said next.
     *
     * @param tool the tool's name
     * @param key what its calls have in common with those of the others
     * @return the dependency, without prerequisites
     */
    public static KeyedDependency of(String tool, CallKey key) {
        return new KeyedDependency(tool, key, new TreeMap<>(), Match.ANY, false, KeyRoom.DEFAULT);
    }

    /**
     * This dependency with more prerequisites, whose calls name the key as the dependent's do.
     *
     * @param tools their names
     * @return the changed dependency
     * @throws IllegalArgumentException if one was named with another key before
     */
    public KeyedDependency after(String... tools) {
        KeyedDependency changed = this;
        for (String tool : tools) {
            changed = changed.after(tool, key);
        }
        return changed;
    }

    /**
     * This dependency with one more prerequisite, whose calls name the key in their own way.
     *
     * @param tool its name
     * @param itsKey how the key is read from its calls
     * @return the changed dependency
     * @throws IllegalArgumentException if it was named with another key before
     */
    public KeyedDependency after(String tool, CallKey itsKey) {
        SortedMap<String, CallKey> more = new TreeMap<>(prerequisites);
        CallKey before = more.put(Objects.requireNonNull(tool, "tool"), Objects.requireNonNull(itsKey, "itsKey"));
        if (before != null && before != itsKey) {
            throw new IllegalArgumentException(
                    "tool \"" + tool + "\" is named with keys at " + before.place() + " and " + itsKey.place());
        }
        return new KeyedDependency(dependent, key, more, match, denyWhenMissing, room);
    }

    /**
     * This dependency, where all prerequisites must have succeeded with the key, and not only one.
     *
     * @return the changed dependency
     */
    public KeyedDependency all() {
        return new KeyedDependency(dependent, key, prerequisites, Match.ALL, denyWhenMissing, room);
    }

    /**
     * This dependency, where a call without the key is denied.
     *
     * @return the changed dependency
     */
    public KeyedDependency denyWhenMissing() {
        return new KeyedDependency(dependent, key, prerequisites, match, true, room);
    }

    /**
     * Sets how many keys of each prerequisite a session remembers. Past it, a prerequisite's call with another key is
     * denied. A key longer than 255 characters counts as several, one for each 256.
     *
     * @param most how many, at least 1; 10,000 by default
     * @return the changed dependency
     * @throws IllegalArgumentException if {@code most} is less than 1
     */
    public KeyedDependency maxKeys(int most) {
        return new KeyedDependency(dependent, key, prerequisites, match, denyWhenMissing, new KeyRoom(most));
    }

    @Override
    public String dependent() {
        return dependent;
    }

    @Override
    public Set<String> prerequisites() {
        return Collections.unmodifiableSet(prerequisites.keySet());
    }

    @Override
    public ArgumentNeeds needs() {
        return key.needs();
    }

    /** The state holds, for each prerequisite that has succeeded, the set of its keys. */
    @Override
    public PolicyDecision check(ToolCall call, JsonNode state) {
        Set<String> keys = key.of(call);
        if (keys.isEmpty() && denyWhenMissing) {
            return denied("Tool '" + dependent + "' requires a key at " + key.place()
                    + ", to be shared with a prior invocation of " + quantity() + ": " + names(), null);
        }
        for (String value : keys) {
            if (value.isEmpty() && !key.allowsEmpty()) {
                return denied("Tool '" + dependent + "' has an empty key, which no prior invocation can share", value);
            }
            if (!isSatisfied(value, state)) {
                return denied("Tool '" + dependent + "' with key '" + StateValues.shown(value) + "' requires prior invocation of "
                        + quantity() + ": " + names() + " with the same key.", value);
            }
        }
        return PolicyDecision.allow();
    }

    private boolean isSatisfied(String value, JsonNode state) {
        return match == Match.ALL
                ? prerequisites.keySet().stream().allMatch(tool -> state.path(tool).has(value))
                : prerequisites.keySet().stream().anyMatch(tool -> state.path(tool).has(value));
    }

    private PolicyDecision denied(String reason, @Nullable String value) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(dependent));
        if (value != null) {
            metadata.put("key", TextNode.valueOf(value));
        }
        metadata.put("prerequisites", StateValues.texts(prerequisites.keySet()));
        return PolicyDecision.deny(reason, metadata);
    }

    private String quantity() {
        return match == Match.ALL ? "all of" : "one of";
    }

    private String names() {
        return String.join(", ", prerequisites.keySet());
    }

    @Override
    public PolicyDecision checkPrerequisite(ToolCall call, JsonNode state) {
        return room.has(state.path(call.tool()), recorded(call)) ? PolicyDecision.allow() : room.denied(call);
    }

    /** Of calls that ran at the same time, those are forgotten for which there is no room left: they satisfy nothing. */
    @Override
    public JsonNode record(ToolCall call, JsonNode state) {
        JsonNode before = state.path(call.tool());
        Set<String> keys = recorded(call);
        Map<String, JsonNode> more = new LinkedHashMap<>();
        keys.stream().filter(each -> !before.has(each)).forEach(each -> more.put(each, BooleanNode.TRUE));
        return more.isEmpty() || !room.has(before, keys)
                ? state
                : StateValues.with(state, call.tool(), StateValues.withAll(before, more));
    }

    /** The keys that a prerequisite's call is remembered by. */
    private Set<String> recorded(ToolCall call) {
        CallKey itsKey = Objects.requireNonNull(prerequisites.get(call.tool()), "key");
        Set<String> keys = new LinkedHashSet<>(itsKey.of(call));
        keys.removeIf(value -> value.isEmpty() && !itsKey.allowsEmpty());
        return keys;
    }

    /** How many must have succeeded, and what a missing key means, is judged anew each time. */
    @Override
    public JsonNode configuration() {
        ObjectNode configuration = StateValues.object();
        configuration.put("tool", dependent).set("key", key.configuration());
        ObjectNode keys = configuration.putObject("after");
        prerequisites.forEach((tool, itsKey) -> keys.set(tool, itsKey.configuration()));
        return configuration;
    }

    @Override
    public String toString() {
        return dependent + " after " + quantity() + " " + names() + " by " + key.place();
    }
}
