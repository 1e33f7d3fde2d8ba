package dev.toolpolicy.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import java.util.List;

/** A policy of tests: the tool {@code once} runs once for each key. It reserves and takes back. */
public final class OneRunAKey implements ToolPolicy {
    public static final String NAME = "one_run";
    public static final String TOOL = "once";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ToolSelector governs() {
        return ToolSelector.named(List.of(TOOL));
    }

    private static String key(ToolCall call) {
        return call.arguments().path("key").asText();
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        return state.has(key(call)) ? PolicyDecision.deny("it ran") : PolicyDecision.allow();
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return decision.isAllowed() ? ((ObjectNode) state.deepCopy()).put(key(call), true) : state;
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return ((ObjectNode) state.deepCopy()).without(key(call));
    }
}
