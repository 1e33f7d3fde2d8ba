package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolSelector;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * At most so many successful calls in a session: all together, or {@linkplain #perKey of each key}. Calls that run count
 * until they fail, so calls at the same time never exceed the quota; one that never gets an outcome stays counted. What has
 * been used stays used when the conversation is rolled back, {@linkplain #followingRollbacks unless said otherwise}.
 * Immutable; one policy serves any number of sessions.
 */
public final class QuotaPolicy extends LimitPolicy {
    /** The name of a policy that is given none. */
    public static final String NAME = "quota";

    private static final String DONE = "done";
    private static final String OPEN = "open";

    private QuotaPolicy(
            String name, ToolSelector governs, int calls, @Nullable CallKey key, KeyRoom room, boolean survives) {
        super(name, governs, calls, key, room, survives);
    }

    /**
     * A policy for some tools, whose calls are counted together.
     *
     * @param calls how many may succeed, at least 1
     * @param tools the tools' names; without any, every tool is meant
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1, or a name is empty
     */
    public static QuotaPolicy of(int calls, String... tools) {
        return of(calls, ToolSelector.named(List.of(tools)));
    }

    /**
     * A policy for some tools, whose calls are counted together.
     *
     * @param calls how many may succeed, at least 1
     * @param tools the tools
     * @return the policy, named {@value #NAME}
     * @throws IllegalArgumentException if {@code calls} is less than 1
     */
    public static QuotaPolicy of(int calls, ToolSelector tools) {
        return new QuotaPolicy(NAME, tools, calls, null, KeyRoom.DEFAULT, true);
    }

    /**
     * This policy under another name.
     *
     * @param name the name, not empty
     * @return the changed policy
     * @throws IllegalArgumentException if the name is empty
     */
    public QuotaPolicy named(String name) {
        return new QuotaPolicy(name, tools(), calls(), key(), room(), survives());
    }

    /**
     * This policy, where calls of each key are counted apart, and those without a key together. A call with several keys
     * counts for each.
     *
     * @param key how the key is read from a call
     * @return the changed policy
     */
    public QuotaPolicy perKey(CallKey key) {
        return new QuotaPolicy(name(), tools(), calls(), Objects.requireNonNull(key, "key"), room(), survives());
    }

    /**
     * Sets how many keys a session counts by. Past it, a call with another key is denied. A key longer than 255 characters
     * counts as several, one for each 256.
     *
     * @param most how many, at least 1; 10,000 by default
     * @return the changed policy
     * @throws IllegalArgumentException if {@code most} is less than 1
     */
    public QuotaPolicy maxKeys(int most) {
        return new QuotaPolicy(name(), tools(), calls(), key(), new KeyRoom(most), survives());
    }

    /**
     * This policy, where calls that are rolled back count no more.
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
    int counted(JsonNode account, JsonNode state, ToolContext context) {
        int counted = account.path(DONE).intValue();
        for (JsonNode begun : account.path(OPEN)) {
            counted += begun.intValue();
        }
        return counted;
    }

    @Override
    PolicyDecision denied(
            String whose, Map<String, JsonNode> metadata, JsonNode account, JsonNode state, ToolContext context) {
        return PolicyDecision.deny(whose + " has used up its quota of this session: " + calls()
                + (calls() == 1 ? " call" : " calls"), metadata);
    }

    @Override
    JsonNode begun(JsonNode account, JsonNode state, ToolContext context) {
        return withOpen(account, context.time().toString(), 1);
    }

    /** One that isn't known was forgotten with all else, or never counted here. */
    @Override
    JsonNode succeeded(JsonNode account, ToolContext context) {
        JsonNode ended = failed(account, context);
        return ended == account
                ? account
                : StateValues.with(ended, DONE, IntNode.valueOf(account.path(DONE).intValue() + 1));
    }

    @Override
    JsonNode failed(JsonNode account, ToolContext context) {
        String time = context.time().toString();
        return account.path(OPEN).has(time) ? withOpen(account, time, -1) : account;
    }

    private static JsonNode withOpen(JsonNode account, String time, int more) {
        JsonNode open = account.path(OPEN);
        int now = open.path(time).intValue() + more;
        JsonNode after = now == 0
                ? StateValues.without(open, time)
                : StateValues.with(open, time, IntNode.valueOf(now));
        return StateValues.withUnlessEmpty(account, OPEN, after);
    }
}
