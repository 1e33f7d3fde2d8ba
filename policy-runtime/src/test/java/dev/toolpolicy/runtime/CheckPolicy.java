package dev.toolpolicy.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import java.util.function.Function;

/**
 * A policy of all tools that remembers nothing.
 *
 * @param name its name
 * @param needed what it needs of any call
 * @param how what it says of a call
 */
public record CheckPolicy(String name, ToolPolicy.ArgumentNeeds needed, Function<ToolCall, PolicyDecision> how)
        implements ToolPolicy {

    @Override
    public ToolSelector governs() {
        return ToolSelector.everyTool();
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs(String tool) {
        return needed;
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        return how.apply(call);
    }
}
