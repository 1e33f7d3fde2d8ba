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
import dev.toolpolicy.runtime.internal.fault.Require;
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
 * A limit on the number of a session's successful calls: a {@linkplain #quota quota}, or a {@linkplain #rate rate}
 * within any time span of a window's length; in total, or {@linkplain #perKey for each key}. Running calls count until
 * they fail, so concurrent calls never exceed the limit. A call that never gets an outcome stays counted. By default a
 * rollback of the conversation doesn't change the count; {@link #followingRollbacks} changes that. Immutable; one policy
 * serves any number of sessions.
 *
 * <p>For a rate, time never goes back. If the clock is behind a time that the session has seen, that time applies until
 * the clock has passed it. A clock that jumps forward and back makes the policy deny longer, and never allow more. A
 * changed window counts the calls that the session still has. Calls are kept for the longest window that a node has
 * counted with; a longer window that no node has used for its own length is forgotten. In a rolling deployment, nodes
 * with a shorter window therefore keep what those with a longer one need.
 *
 * <p>The state doesn't depend on the limit's number, tools and key, so that a changed limit applies to what was counted.
 * It contains one <em>account</em> for each tool: under {@code all} that of calls that were counted together, and under
 * {@code by} and the reading of the key those of each key, and of calls without a key. A total sums all accounts of its
 * tools. An open call is identified in its account by the time of its check, which its outcome repeats. An outcome that
 * arrives after a reset finds nothing and changes nothing.
 */
public abstract sealed class LimitPolicy implements ToolPolicy permits QuotaPolicy, RatePolicy {
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
        this.name = Require.name("policy name", name);
        Require.atLeastOne("policy \"" + name + "\": calls", calls);
        this.governs = Objects.requireNonNull(governs, "governs");
        this.calls = calls;
        this.key = key;
        this.room = room;
        this.survives = survives;
    }

    /**
     * Creates a limit in total for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls, at least 1
     * @param tools the tools' names; none means every tool
     * @return the policy, named {@code quota}
     * @throws IllegalArgumentException if {@code calls} is less than 1, or a name is empty
     */
    public static LimitPolicy quota(int calls, String... tools) {
        return quota(calls, ToolSelector.named(List.of(tools)));
    }

    /**
     * Creates a limit in total for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls, at least 1
     * @param tools the tools
     * @return the policy, named {@code quota}
     * @throws IllegalArgumentException if {@code calls} is less than 1
     */
    public static LimitPolicy quota(int calls, ToolSelector tools) {
        return new QuotaPolicy("quota", tools, calls, null, KeyRoom.DEFAULT, true);
    }

    /**
     * Creates a limit within a window for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls within a window, at least 1
     * @param window the length of the window, positive
     * @param tools the tools' names; none means every tool
     * @return the policy, named {@code rate}
     * @throws IllegalArgumentException if {@code calls} is less than 1, the window isn't positive, or a name is empty
     */
    public static LimitPolicy rate(int calls, Duration window, String... tools) {
        return rate(calls, window, ToolSelector.named(List.of(tools)));
    }

    /**
     * Creates a limit within a window for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls within a window, at least 1
     * @param window the length of the window, positive
     * @param tools the tools
     * @return the policy, named {@code rate}
     * @throws IllegalArgumentException if {@code calls} is less than 1, or the window isn't positive
     */
    public static LimitPolicy rate(int calls, Duration window, ToolSelector tools) {
        return new RatePolicy("rate", tools, calls, window, null, KeyRoom.DEFAULT, true);
    }

    /**
     * Returns this policy with another name.
     *
     * @param newName the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public final LimitPolicy named(String newName) {
        return with(newName, key, room, survives);
    }

    /**
     * Returns this policy with a separate count for each key, and one for calls without a key. A call with several keys
     * counts for each. One with an array element that lacks the key also counts as a call without it.
     *
     * @param callKey reads the key from a call
     * @return the changed policy
     */
    public final LimitPolicy perKey(CallKey callKey) {
        return with(name, Objects.requireNonNull(callKey, "callKey"), room, survives);
    }

    /**
     * Sets how many keys a session counts. When the limit is reached, a call with another key is denied. A key longer
     * than 255 characters counts as several, one for each 256.
     *
     * @param limit the maximum number of keys, at least 1; the default is 10,000
     * @return the changed policy
     * @throws IllegalArgumentException if {@code limit} is less than 1
     */
    public final LimitPolicy maxKeys(int limit) {
        return with(name, key, new KeyRoom(limit), survives);
    }

    /**
     * Returns this policy, which then no longer counts calls that are rolled back.
     *
     * @return the changed policy
     */
    public final LimitPolicy followingRollbacks() {
        return with(name, key, room, false);
    }

    abstract LimitPolicy with(String newName, @Nullable CallKey newKey, KeyRoom newRoom, boolean survivesRollback);

    /** Returns how many calls of an account count now. */
    abstract long counted(JsonNode account, JsonNode state, PolicyContext context);

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

    /** Returns the state at a check that allows its call, which isn't counted yet. */
    JsonNode checked(JsonNode state, PolicyContext context) {
        return state;
    }

    /** Returns an account with one more call. */
    abstract JsonNode begun(JsonNode account, JsonNode state, PolicyContext context);

    /** Returns an account after one of its calls succeeded. */
    abstract JsonNode succeeded(JsonNode account, PolicyContext context);

    /** Returns an account after one of its calls failed. */
    abstract JsonNode failed(JsonNode account, PolicyContext context);

    final int calls() {
        return calls;
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
        if (key == null || key.isMissing(call)) {
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
        return accounts.stream()
                        .mapToLong(account -> counted(account, state, context))
                        .sum()
                >= calls;
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
    public final JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return decision.isAllowed()
                ? change(call, checked(state, context), account -> begun(account, state, context))
                : state;
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
        Set<String> none = key.isMissing(call) ? Set.of(NONE) : Set.of();
        UnaryOperator<JsonNode> ofKeys = by ->
                changed(changed(by, none, ofTool), Set.of(KEYS), accounts -> changed(accounts, keys(call), ofTool));
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
        return changed(object, object.propertyStream().map(Map.Entry::getKey).toList(), change);
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
