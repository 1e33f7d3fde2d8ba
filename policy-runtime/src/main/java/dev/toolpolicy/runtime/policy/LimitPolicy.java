package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ArgumentNeeds;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
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
 * At most so many calls, all together or of each key. A call counts from the check that lets it begin; if it fails it is
 * taken back, so calls that run at the same time never exceed the limit. Immutable.
 *
 * <p>The state holds an <em>account</em>: under {@code all} that of calls without a key, which are counted together,
 * and under {@code keys} that of each key. A call that has begun is known in its account by the time of its check, which
 * its outcome tells again; so an outcome that comes after the policy was reset finds nothing, and takes nothing from others.
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

    LimitPolicy(
            String name, ToolSelector governs, int calls, @Nullable CallKey key, KeyRoom room, boolean survives) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a policy's name is never empty");
        }
        if (calls < 1) {
            throw new IllegalArgumentException("policy \"" + name + "\" allows at least 1 call, not " + calls);
        }
        this.name = name;
        this.governs = Objects.requireNonNull(governs, "governs");
        this.calls = calls;
        this.key = key;
        this.room = room;
        this.survives = survives;
    }

    /** How many calls of an account count at a time. */
    abstract int counted(JsonNode account, JsonNode state, ToolContext context);

    /** The denial of a call whose account is full. */
    abstract PolicyDecision denied(
            String whose, Map<String, JsonNode> metadata, JsonNode account, JsonNode state, ToolContext context);

    /** The state without accounts that count no more. */
    JsonNode current(JsonNode state, ToolContext context) {
        return state;
    }

    /** An account with one more call. */
    abstract JsonNode begun(JsonNode account, JsonNode state, ToolContext context);

    /** An account after a call of it succeeded. */
    abstract JsonNode succeeded(JsonNode account, ToolContext context);

    /** An account after a call of it failed. */
    abstract JsonNode failed(JsonNode account, ToolContext context);

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

    /** How many calls are allowed isn't part of it: that is judged anew each time. */
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
    public final ArgumentNeeds needs(String tool) {
        return key == null ? ArgumentNeeds.none() : key.needs();
    }

    private Set<String> keys(ToolCall call) {
        return key == null ? Set.of() : key.of(call);
    }

    @Override
    public final PolicyDecision check(ToolCall call, JsonNode state, ToolContext context) {
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
        return room.has(state.path(KEYS), keys) || room.has(current(state, context).path(KEYS), keys)
                ? PolicyDecision.allow()
                : room.denied(call);
    }

    private PolicyDecision denied(
            ToolCall call, @Nullable String its, JsonNode account, JsonNode state, ToolContext context) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(call.tool()));
        metadata.put("limit", IntNode.valueOf(calls));
        String whose = "Tool '" + call.tool() + "'";
        if (its != null) {
            metadata.put("key", TextNode.valueOf(its));
            whose += " with key '" + StateValues.shown(its) + "'";
        }
        return denied(whose, metadata, account, state, context);
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, ToolContext context) {
        return decision instanceof PolicyDecision.Allowed
                ? change(call, state, account -> begun(account, state, context))
                : state;
    }

    @Override
    public final JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, ToolContext context) {
        return result instanceof ToolResult.Failure
                ? onFailure(call, state, context)
                : change(call, state, account -> succeeded(account, context));
    }

    @Override
    public final JsonNode onFailure(ToolCall call, JsonNode state, ToolContext context) {
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

    /** A state with all its accounts changed. */
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
