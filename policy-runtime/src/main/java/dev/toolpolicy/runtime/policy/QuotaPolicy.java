package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A limit in total. An account has the number of calls that are done, and of open ones by the time of their check. */
final class QuotaPolicy extends LimitPolicy {
    private static final String DONE = "done";
    private static final String OPEN = "open";

    QuotaPolicy(String name, ToolSelector governs, int calls, @Nullable CallKey key, KeyRoom room, boolean survives) {
        super(name, governs, calls, key, room, survives);
    }

    @Override
    LimitPolicy with(String name, @Nullable CallKey key, KeyRoom room, boolean survives) {
        return new QuotaPolicy(name, governs(), calls(), key, room, survives);
    }

    @Override
    public String kind() {
        return "quota";
    }

    @Override
    long counted(JsonNode account, JsonNode state, PolicyContext context) {
        return account.path(DONE).intValue()
                + account.path(OPEN).valueStream().mapToLong(JsonNode::intValue).sum();
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
