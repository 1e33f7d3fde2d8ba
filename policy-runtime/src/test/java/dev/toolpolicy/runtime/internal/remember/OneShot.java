package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;

/** A policy of tests that allows one successful call of a session: it reserves, commits and takes back. */
final class OneShot implements ToolPolicy {
    static final String NAME = "one_shot";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ToolSelector governs() {
        return ToolSelector.everyTool();
    }

    @Override
    public JsonNode initialState() {
        return IntNode.valueOf(0);
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        return state.intValue() == 0 ? PolicyDecision.allow() : PolicyDecision.deny("it has been given away");
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return decision.isAllowed() ? IntNode.valueOf(state.intValue() + 1) : state;
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return state;
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return IntNode.valueOf(state.intValue() - 1);
    }
}
