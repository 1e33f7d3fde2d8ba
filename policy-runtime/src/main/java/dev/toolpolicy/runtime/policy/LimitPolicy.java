package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.remember.PolicyTree;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import java.time.Duration;
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
 * <p>The state doesn't depend on the limit's number, tools and key, so that a changed limit applies to what was counted.
 * It contains one <em>account</em> for each tool: under {@code all} that of calls that were counted together, and under
 * {@code by} and the reading of the key those of each key, and of calls without a key. A total sums all accounts of its
 * tools. An open call is identified in its account by the time of its check, which its outcome repeats. An outcome that
 * arrives after a reset finds nothing and changes nothing.
 */
abstract class LimitPolicy implements ToolPolicy, PolicyTree.Timed {
    private static final String ALL = "all";
    private static final String BY = "by";
    private static final String KEYS = "keys";
    private static final String NONE = "none";

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

    /** Returns the denial of a call whose accounts are full. */
    abstract PolicyDecision denied(
            String whose,
            Map<String, JsonNode> metadata,
            List<JsonNode> accounts,
            JsonNode state,
            PolicyContext context);

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

    @Override
    public Duration window() {
        return Duration.ZERO;
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
        if (keys.isEmpty()) {
            List<JsonNode> accounts =
                    key == null ? total(state) : mine(own(state).path(NONE));
            if (isFull(accounts, state, context)) {
                return denied(call, null, accounts, state, context);
            }
        }
        for (String each : keys) {
            List<JsonNode> accounts = mine(own(state).path(KEYS).path(each));
            if (isFull(accounts, state, context)) {
                return denied(call, each, accounts, state, context);
            }
        }
        return room.has(own(state).path(KEYS), keys)
                        || room.has(own(current(state, context)).path(KEYS), keys)
                ? PolicyDecision.allow()
                : room.denied(call);
    }

    private boolean isFull(List<JsonNode> accounts, JsonNode state, PolicyContext context) {
        int counted = 0;
        for (JsonNode account : accounts) {
            counted += counted(account, state, context);
        }
        return counted >= calls;
    }

    /** Returns the part of the state that belongs to this policy's key. */
    private JsonNode own(JsonNode state) {
        return key == null ? MissingNode.getInstance() : state.path(BY).path(key.reading());
    }

    /** Returns the accounts of this policy's tools, of accounts by tool. */
    private List<JsonNode> mine(JsonNode byTool) {
        List<JsonNode> accounts = new ArrayList<>();
        byTool.properties().forEach(each -> {
            if (governs.selects(each.getKey())) {
                accounts.add(each.getValue());
            }
        });
        return accounts;
    }

    /** Returns all accounts of this policy's tools. Those by key are from a time when the limit had a key. */
    private List<JsonNode> total(JsonNode state) {
        List<JsonNode> accounts = mine(state.path(ALL));
        for (JsonNode by : state.path(BY)) {
            accounts.addAll(mine(by.path(NONE)));
            by.path(KEYS).forEach(each -> accounts.addAll(mine(each)));
        }
        return accounts;
    }

    private PolicyDecision denied(
            ToolCall call, @Nullable String its, List<JsonNode> accounts, JsonNode state, PolicyContext context) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(call.tool()));
        metadata.put("limit", IntNode.valueOf(calls));
        String whose = call.tool();
        if (its != null) {
            metadata.put("key", TextNode.valueOf(its));
            whose += " with key " + VisibleText.quoted(its, VisibleText.NAME);
        }
        return denied(whose, metadata, accounts, state, context);
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return decision.isAllowed() ? change(call, state, account -> begun(account, state, context)) : state;
    }

    @Override
    public final JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return result.kind() == ToolResult.Kind.FAILURE
                ? onFailure(call, state, context)
                : change(call, state, account -> succeeded(account, context));
    }

    @Override
    public final JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return change(call, state, account -> failed(account, context));
    }

    private JsonNode change(ToolCall call, JsonNode state, UnaryOperator<JsonNode> change) {
        UnaryOperator<JsonNode> ofTool = byTool -> changed(byTool, Set.of(call.tool()), change);
        if (key == null) {
            return changed(state, Set.of(ALL), ofTool);
        }
        Set<String> keys = keys(call);
        UnaryOperator<JsonNode> ofKeys = keys.isEmpty()
                ? by -> changed(by, Set.of(NONE), ofTool)
                : by -> changed(by, Set.of(KEYS), accounts -> changed(accounts, keys, ofTool));
        return changed(state, Set.of(BY), by -> changed(by, Set.of(key.reading()), ofKeys));
    }

    /** Changes some members of an object. Returns the object itself if nothing changed; empty members are left out. */
    private static JsonNode changed(JsonNode object, Collection<String> names, UnaryOperator<JsonNode> change) {
        Map<String, JsonNode> changed = new LinkedHashMap<>();
        for (String name : names) {
            JsonNode before = object.path(name);
            JsonNode after = change.apply(before);
            if (after != before) {
                changed.put(name, after);
            }
        }
        return StateValues.withAll(object, changed);
    }

    private static JsonNode changedAll(JsonNode object, UnaryOperator<JsonNode> change) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return changed(object, names, change);
    }

    /** Returns a state with all its accounts changed. */
    static JsonNode changeAll(JsonNode state, UnaryOperator<JsonNode> change) {
        UnaryOperator<JsonNode> byTool = accounts -> changedAll(accounts, change);
        UnaryOperator<JsonNode> ofKey = by ->
                changed(changed(by, Set.of(NONE), byTool), Set.of(KEYS), accounts -> changedAll(accounts, byTool));
        return changed(changed(state, Set.of(ALL), byTool), Set.of(BY), readings -> changedAll(readings, ofKey));
    }

    @Override
    public final String toString() {
        return name;
    }
}
