package dev.toolpolicy.test;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;

/** Denies everything. */
public final class ClosedPolicy implements ToolPolicy {

    @Override
    public String name() {
        return "closed";
    }

    @Override
    public ToolSelector governs() {
        return ToolSelector.everyTool();
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs(String tool) {
        return ToolPolicy.ArgumentNeeds.none();
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        return PolicyDecision.deny("nothing runs here");
    }
}
