package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A policy that allows what all of its parts allow. The first denial ends the check, as in a registry. Immutable. */
public final class AllOfPolicy extends ComposedPolicy {

    private AllOfPolicy(String name, List<Part> parts) {
        super(name, parts);
    }

    /**
     * Creates the policy.
     *
     * @param name the policy's name
     * @param policies the parts
     * @return the policy
     */
    public static AllOfPolicy named(String name, List<ToolPolicy> policies) {
        return new AllOfPolicy(name, parts(name, policies));
    }

    @Override
    ComposedPolicy of(String itsName, List<Part> settled) {
        return new AllOfPolicy(itsName, settled);
    }

    @Override
    public String kind() {
        return "all_of";
    }

    @Override
    public Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        boolean waiting = false;
        for (Part part : governing(call.tool())) {
            Optional<PolicyDecision> decision = preview(part, call, state, context);
            if (decision.isPresent() && !decision.get().isAllowed()) {
                return decision;
            }
            waiting |= decision.isEmpty();
        }
        return waiting ? Optional.empty() : Optional.of(PolicyDecision.allow());
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        for (Part part : governing(call.tool())) {
            PolicyDecision decision = ask(part, call, state, context);
            if (!decision.isAllowed()) {
                return decision;
            }
        }
        return PolicyDecision.allow();
    }

    /** Notifies the parts that were asked: all for an allowed call, or up to the first that denied. */
    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        List<Part> asked = new ArrayList<>();
        for (Part part : governing(call.tool())) {
            asked.add(part);
            if (!decision.isAllowed() && !asBefore(part, call, state, context).isAllowed()) {
                break;
            }
        }
        return tell(
                asked, state, (part, its) -> part.policy().onCheck(call, decision, its, inside(part, state, context)));
    }
}
