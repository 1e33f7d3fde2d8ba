package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import dev.toolpolicy.runtime.internal.remember.SuccessRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The dependency of a tool's calls with a key on earlier successful calls with the same key: of one prerequisite, or of
 * all. A call without the key is allowed by default, unlike a requirement that a tool, a file or {@link Policies#requires(String, dev.toolpolicy.Requirement)}
 * states. Immutable.
 */
public final class KeyedDependency implements Dependency {
    private final String dependent;
    private final CallKey key;
    private final SortedMap<String, CallKey> prerequisites;
    private final Match match;
    private final boolean denyWhenMissing;
    private final KeyRoom room;
    private final Predicate<String> needsNothing;

    private KeyedDependency(
            String dependent,
            CallKey key,
            SortedMap<String, CallKey> prerequisites,
            Match match,
            boolean denyWhenMissing,
            KeyRoom room,
            Predicate<String> needsNothing) {
        this.dependent = Objects.requireNonNull(dependent, "dependent");
        this.key = Objects.requireNonNull(key, "key");
        this.prerequisites = prerequisites;
        this.match = match;
        this.denyWhenMissing = denyWhenMissing;
        this.room = room;
        this.needsNothing = needsNothing;
    }

    /**
     * Creates a dependency, to be completed with {@link #after(String...)}.
     *
     * @param tool the dependent tool's name
     * @param key reads the key from its calls
     * @return the dependency, without prerequisites
     */
    public static KeyedDependency of(String tool, CallKey key) {
        return new KeyedDependency(tool, key, new TreeMap<>(), Match.ANY, false, KeyRoom.DEFAULT, value -> false);
    }

    /**
     * Returns this dependency with more prerequisites, whose keys are read as the dependent tool's.
     *
     * @param tools the prerequisites' names
     * @return the changed dependency
     * @throws IllegalArgumentException if one was added with another key before
     */
    public KeyedDependency after(String... tools) {
        KeyedDependency changed = this;
        for (String tool : tools) {
            changed = changed.after(tool, key);
        }
        return changed;
    }

    /**
     * Returns this dependency with one more prerequisite and its own key.
     *
     * @param tool the prerequisite's name
     * @param prerequisiteKey reads the key from its calls
     * @return the changed dependency
     * @throws IllegalArgumentException if it was added with another key before
     */
    public KeyedDependency after(String tool, CallKey prerequisiteKey) {
        SortedMap<String, CallKey> more = new TreeMap<>(prerequisites);
        CallKey before = more.put(
                Objects.requireNonNull(tool, "tool"), Objects.requireNonNull(prerequisiteKey, "prerequisiteKey"));
        if (before != null && before != prerequisiteKey) {
            throw new IllegalArgumentException(
                    "tool \"" + tool + "\" has two keys, at " + before.place() + " and " + prerequisiteKey.place());
        }
        return new KeyedDependency(dependent, key, more, match, denyWhenMissing, room, needsNothing);
    }

    /**
     * Returns this dependency with all prerequisites required, not only one.
     *
     * @return the changed dependency
     */
    public KeyedDependency all() {
        return new KeyedDependency(dependent, key, prerequisites, Match.ALL, denyWhenMissing, room, needsNothing);
    }

    /**
     * Returns this dependency, which then denies a call without the key, also if only an element of an array lacks it.
     *
     * @return the changed dependency
     */
    public KeyedDependency denyWhenMissing() {
        return new KeyedDependency(dependent, key, prerequisites, match, true, room, needsNothing);
    }

    /**
     * Sets how many keys of each prerequisite a session stores. When the limit is reached, a prerequisite's call with
     * another key is denied. A key longer than 255 characters counts as several, one for each 256.
     *
     * @param limit the maximum number of keys, at least 1; the default is 10,000
     * @return the changed dependency
     * @throws IllegalArgumentException if {@code limit} is less than 1
     */
    public KeyedDependency maxKeys(int limit) {
        return new KeyedDependency(
                dependent, key, prerequisites, match, denyWhenMissing, new KeyRoom(limit), needsNothing);
    }

    /** Returns this dependency, which then allows calls with some keys without any prerequisite. */
    KeyedDependency unless(Predicate<String> nothingNeeded) {
        return new KeyedDependency(dependent, key, prerequisites, match, denyWhenMissing, room, nothingNeeded);
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
    public ToolPolicy.ArgumentNeeds needs() {
        return key.needs();
    }

    @Override
    public Map<String, String> readings() {
        return prerequisites.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, each -> each.getValue().reading()));
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode record) {
        Set<String> keys = key.of(call);
        if (denyWhenMissing && key.isMissing(call)) {
            return denied(
                    dependent + " needs a key at " + key.place() + ": " + names()
                            + " must have succeeded in this session with the same key.",
                    null);
        }
        for (String value : keys) {
            if (value.isEmpty() && !key.allowsEmpty()) {
                return denied(dependent + " has an empty key, which no earlier call can share.", value);
            }
            if (!isSatisfied(value, record) && !needsNothing.test(value)) {
                return denied(
                        dependent + " with key " + VisibleText.quoted(value, VisibleText.NAME) + " can run only after "
                                + names() + (match == Match.ALL && prerequisites.size() > 1 ? " have" : " has")
                                + " succeeded in this session with the same key.",
                        value);
            }
        }
        return PolicyDecision.allow();
    }

    private boolean isSatisfied(String value, JsonNode record) {
        Stream<JsonNode> known = prerequisites.keySet().stream().map(tool -> known(record, tool));
        return match == Match.ALL ? known.allMatch(keys -> keys.has(value)) : known.anyMatch(keys -> keys.has(value));
    }

    /** Returns the keys with which a prerequisite has succeeded. */
    private JsonNode known(JsonNode record, String tool) {
        return SuccessRecord.keys(record, tool, keyOf(tool).reading());
    }

    private CallKey keyOf(String prerequisite) {
        return Objects.requireNonNull(prerequisites.get(prerequisite), "key");
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

    private String names() {
        return StateValues.joined(prerequisites.keySet(), match == Match.ALL ? "and" : "or");
    }

    @Override
    public PolicyDecision checkPrerequisite(ToolCall call, JsonNode record) {
        return room.has(known(record, call.tool()), recorded(call)) ? PolicyDecision.allow() : room.denied(call);
    }

    /** Records the keys. Of concurrent calls, those without room are dropped: they meet no requirement. */
    @Override
    public JsonNode record(ToolCall call, JsonNode record) {
        Set<String> keys = recorded(call);
        return room.has(known(record, call.tool()), keys)
                ? SuccessRecord.add(record, call.tool(), keyOf(call.tool()).reading(), keys)
                : record;
    }

    /** Returns the keys that are stored for a prerequisite's call. */
    private Set<String> recorded(ToolCall call) {
        CallKey its = keyOf(call.tool());
        Set<String> keys = new LinkedHashSet<>(its.of(call));
        keys.removeIf(value -> value.isEmpty() && !its.allowsEmpty());
        return keys;
    }

    @Override
    public String toString() {
        return dependent + " after " + names() + " by " + key.place();
    }
}
