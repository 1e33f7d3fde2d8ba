package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A quota of successful calls in a session: in total, or {@linkplain #perKey for each key}. Running calls count until
 * they fail, so concurrent calls never exceed the quota. A call that never gets an outcome stays counted. By default a
 * rollback of the conversation doesn't restore used quota; {@link #followingRollbacks} changes that. Immutable; one
 * policy serves any number of sessions.
 */
public final class QuotaPolicy extends LimitPolicy {
    /** The default name. */
    public static final String NAME = "quota";

    private static final String DONE = "done";
    private static final String OPEN = "open";

    private QuotaPolicy(
            String name, ToolSelector governs, int calls, @Nullable CallKey key, KeyRoom room, boolean survives) {
        super(name, governs, calls, key, room, survives);
    }

    /**
     * Creates a policy for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls, at least 1
     * @param tools the tools' names; none means every tool
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1, or a name is empty
     */
    public static QuotaPolicy of(int calls, String... tools) {
        return of(calls, ToolSelector.named(List.of(tools)));
    }

    /**
     * Creates a policy for some tools, whose calls are counted together.
     *
     * @param calls the maximum number of successful calls, at least 1
     * @param tools the tools
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1
     */
    public static QuotaPolicy of(int calls, ToolSelector tools) {
        return new QuotaPolicy(NAME, tools, calls, null, KeyRoom.DEFAULT, true);
    }

    /**
     * Returns this policy with another name.
     *
     * @param name the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public QuotaPolicy named(String name) {
        return new QuotaPolicy(name, tools(), calls(), key(), room(), survives());
    }

    /**
     * Returns this policy with a separate count for each key, and one for calls without a key. A call with several keys
     * counts for each.
     *
     * @param key reads the key from a call
     * @return the changed policy
     */
    public QuotaPolicy perKey(CallKey key) {
        return new QuotaPolicy(name(), tools(), calls(), Objects.requireNonNull(key, "key"), room(), survives());
    }

    /**
     * Sets how many keys a session counts. When the limit is reached, a call with another key is denied. A key longer
     * than 255 characters counts as several, one for each 256.
     *
     * @param limit the maximum number of keys, at least 1; the default is 10,000
     * @return the changed policy
     * @throws IllegalArgumentException if {@code limit} is less than 1
     */
    public QuotaPolicy maxKeys(int limit) {
        return new QuotaPolicy(name(), tools(), calls(), key(), new KeyRoom(limit), survives());
    }

    /**
     * Returns this policy, which then no longer counts calls that are rolled back.
     *
     * @return the changed policy
     */
    public QuotaPolicy followingRollbacks() {
        return new QuotaPolicy(name(), tools(), calls(), key(), room(), false);
    }

    @Override
    public String kind() {
        return "quota";
    }

    @Override
    int counted(JsonNode account, JsonNode state, PolicyContext context) {
        int counted = account.path(DONE).intValue();
        for (JsonNode begun : account.path(OPEN)) {
            counted += begun.intValue();
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
        return PolicyDecision.deny(
                whose + " has used its quota of " + calls() + (calls() == 1 ? " call" : " calls") + " in this session.",
                metadata);
    }

    @Override
    JsonNode begun(JsonNode account, JsonNode state, PolicyContext context) {
        return withOpen(account, context.time().toString(), 1);
    }

    /** Counts a success. An unknown call was removed by a reset, or never counted here. */
    @Override
    JsonNode succeeded(JsonNode account, PolicyContext context) {
        JsonNode ended = failed(account, context);
        return ended == account
                ? account
                : StateValues.with(
                        ended, DONE, IntNode.valueOf(account.path(DONE).intValue() + 1));
    }

    @Override
    JsonNode failed(JsonNode account, PolicyContext context) {
        String time = context.time().toString();
        return account.path(OPEN).has(time) ? withOpen(account, time, -1) : account;
    }

    private static JsonNode withOpen(JsonNode account, String time, int more) {
        JsonNode open = account.path(OPEN);
        int now = open.path(time).intValue() + more;
        JsonNode after =
                now == 0 ? StateValues.without(open, time) : StateValues.with(open, time, IntNode.valueOf(now));
        return StateValues.withUnlessEmpty(account, OPEN, after);
    }
}
