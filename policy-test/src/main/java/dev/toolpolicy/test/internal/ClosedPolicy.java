package dev.toolpolicy.test.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import java.util.function.BooleanSupplier;

/** A policy that denies everything, always or while it is closed. */
public final class ClosedPolicy implements ToolPolicy {
    private final BooleanSupplier closed;

    /** Creates a policy that is always closed. */
    public ClosedPolicy() {
        this(() -> true);
    }

    /**
     * Creates a policy that can be opened.
     *
     * @param closed returns whether the policy is closed, at each call
     */
    public ClosedPolicy(BooleanSupplier closed) {
        this.closed = closed;
    }

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
        return closed.getAsBoolean() ? PolicyDecision.deny("nothing runs here") : PolicyDecision.allow();
    }
}
