package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.policy.StateValues;
import dev.toolpolicy.text.VisibleText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A limit on the number of calls, in total or for each key. A call counts from the check that allows it. If it fails,
 * it no longer counts, so concurrent calls never exceed the limit. Immutable.
 *
 * <p>The state contains <em>accounts</em>: under {@code all} that of calls without a key, and under {@code keys} one
 * for each key. An open call is identified in its account by the time of its check, which its outcome repeats. An
 * outcome that arrives after a reset finds nothing and changes nothing.
 */
abstract class LimitPolicy implements ToolPolicy {
    private static final String ALL = "all";
    private static final String KEYS = "keys";

    private final String name;
    private final ToolSelector governs;
    private final int calls;
    private final @Nullable CallKey key;
    private final KeyRoom room;
    private final boolean survives;

    LimitPolicy(String name, ToolSelector governs, int calls, @Nullable CallKey key, KeyRoom room, boolean survives) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("policy name must not be empty");
        }
        if (calls < 1) {
            throw new IllegalArgumentException("policy \"" + name + "\": calls must be at least 1, was " + calls);
        }
        this.name = name;
        this.governs = Objects.requireNonNull(governs, "governs");
        this.calls = calls;
        this.key = key;
        this.room = room;
        this.survives = survives;
    }

    /** Returns how many calls of an account count now. */
    abstract int counted(JsonNode account, JsonNode state, PolicyContext context);

    /** Returns the denial of a call whose account is full. */
    abstract PolicyDecision denied(
            String whose, Map<String, JsonNode> metadata, JsonNode account, JsonNode state, PolicyContext context);

    /** Returns the state without accounts that no longer count. */
    JsonNode current(JsonNode state, PolicyContext context) {
        return state;
    }

    /** Returns an account with one more call. */
    abstract JsonNode begun(JsonNode account, JsonNode state, PolicyContext context);

    /** Returns an account after one of its calls succeeded. */
    abstract JsonNode succeeded(JsonNode account, PolicyContext context);

    /** Returns an account after one of its calls failed. */
    abstract JsonNode failed(JsonNode account, PolicyContext context);

    final ToolSelector tools() {
        return governs;
    }

    final int calls() {
        return calls;
    }

    final @Nullable CallKey key() {
        return key;
    }

    final KeyRoom room() {
        return room;
    }

    final boolean survives() {
        return survives;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final ToolSelector governs() {
        return governs;
    }

    /** Returns what the state depends on. The number of calls isn't part of it, since each check applies it. */
    @Override
    public JsonNode configuration() {
        ObjectNode configuration = StateValues.object();
        configuration.set("tools", StateValues.sorted(governs.names()));
        configuration.set("patterns", StateValues.sorted(governs.patterns()));
        if (key != null) {
            configuration.set("key", key.configuration());
        }
        return configuration;
    }

    @Override
    public final boolean survivesRollback() {
        return survives;
    }

    @Override
    public final ToolPolicy.ArgumentNeeds needs(String tool) {
        return key == null ? ToolPolicy.ArgumentNeeds.none() : key.needs();
    }

    private Set<String> keys(ToolCall call) {
        return key == null ? Set.of() : key.of(call);
    }

    @Override
    public final PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        Set<String> keys = keys(call);
        if (keys.isEmpty() && counted(state.path(ALL), state, context) >= calls) {
            return denied(call, null, state.path(ALL), state, context);
        }
        for (String each : keys) {
            JsonNode account = state.path(KEYS).path(each);
            if (counted(account, state, context) >= calls) {
                return denied(call, each, account, state, context);
            }
        }
        return room.has(state.path(KEYS), keys)
                        || room.has(current(state, context).path(KEYS), keys)
                ? PolicyDecision.allow()
                : room.denied(call);
    }

    private PolicyDecision denied(
            ToolCall call, @Nullable String its, JsonNode account, JsonNode state, PolicyContext context) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(call.tool()));
        metadata.put("limit", IntNode.valueOf(calls));
        String whose = call.tool();
        if (its != null) {
            metadata.put("key", TextNode.valueOf(its));
            whose += " with key " + VisibleText.quoted(its, VisibleText.NAME);
        }
        return denied(whose, metadata, account, state, context);
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return decision instanceof PolicyDecision.Allowed
                ? change(call, state, account -> begun(account, state, context))
                : state;
    }

    @Override
    public final JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return result instanceof ToolResult.Failure
                ? onFailure(call, state, context)
                : change(call, state, account -> succeeded(account, context));
    }

    @Override
    public final JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return change(call, state, account -> failed(account, context));
    }

    private JsonNode change(ToolCall call, JsonNode state, UnaryOperator<JsonNode> change) {
        Set<String> keys = keys(call);
        return keys.isEmpty() ? changed(state, Set.of(ALL), change) : changedKeys(state, keys, change);
    }

    private static JsonNode changedKeys(JsonNode state, Collection<String> keys, UnaryOperator<JsonNode> change) {
        JsonNode before = state.path(KEYS);
        JsonNode after = changed(before, keys, change);
        return after == before ? state : StateValues.withUnlessEmpty(state, KEYS, after);
    }

    private static JsonNode changed(JsonNode accounts, Collection<String> names, UnaryOperator<JsonNode> change) {
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        for (String name : names) {
            JsonNode before = accounts.path(name);
            JsonNode after = change.apply(before);
            if (after != before) {
                changed.put(name, after);
            }
        }
        return StateValues.withAll(accounts, changed);
    }

    /** Returns a state with all its accounts changed. */
    static JsonNode changeAll(JsonNode state, UnaryOperator<JsonNode> change) {
        List<String> keys = new ArrayList<>();
        state.path(KEYS).fieldNames().forEachRemaining(keys::add);
        return changedKeys(changed(state, Set.of(ALL), change), keys, change);
    }

    @Override
    public final String toString() {
        return name;
    }
}
