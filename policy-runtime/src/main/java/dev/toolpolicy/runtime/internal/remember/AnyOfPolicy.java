package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A policy that allows what at least one of its parts allows. All parts are asked. When a call starts, the parts that
 * allowed it reserve, and release if it fails. The parts that denied it are notified of their denial. All are notified
 * of success. Immutable.
 */
public final class AnyOfPolicy extends ComposedPolicy {

    private AnyOfPolicy(String name, List<Part> parts) {
        super(name, parts);
    }

    /**
     * Creates the policy.
     *
     * @param name the policy's name
     * @param policies the parts
     * @return the policy
     */
    public static AnyOfPolicy named(String name, List<ToolPolicy> policies) {
        return new AnyOfPolicy(name, parts(name, policies));
    }

    @Override
    ComposedPolicy of(String itsName, List<Part> settled) {
        return new AnyOfPolicy(itsName, settled);
    }

    @Override
    public String kind() {
        return "any_of";
    }

    @Override
    public Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        Map<String, PolicyDecision> decisions = new LinkedHashMap<>();
        boolean waiting = false;
        for (Part part : governing(call.tool())) {
            Optional<PolicyDecision> decision = preview(part, call, state, context);
            decision.ifPresent(its -> decisions.put(part.name(), its));
            waiting |= decision.isEmpty();
        }
        PolicyDecision together = joined(decisions);
        return waiting && !together.isAllowed() ? Optional.empty() : Optional.of(together);
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        Map<String, PolicyDecision> decisions = new LinkedHashMap<>();
        governing(call.tool()).forEach(part -> decisions.put(part.name(), ask(part, call, state, context)));
        return joined(decisions);
    }

    private PolicyDecision joined(Map<String, PolicyDecision> decisions) {
        List<String> reasons = new ArrayList<>();
        ObjectNode denials = StateValues.object();
        for (Map.Entry<String, PolicyDecision> each : decisions.entrySet()) {
            PolicyDecision decision = each.getValue();
            if (decision.isAllowed()) {
                return decision;
            }
            reasons.add(decision.reason());
            ObjectNode its = denials.putObject(each.getKey());
            its.put("reason", decision.reason());
            decision.metadata().forEach(its.putObject("metadata")::set);
        }
        return reasons.isEmpty()
                ? PolicyDecision.deny(
                        "Denied by policy '" + name() + "': it combines no policies, so it allows nothing.")
                : PolicyDecision.deny(joined(reasons), Map.of("denials", denials));
    }

    private static String joined(List<String> reasons) {
        return reasons.stream().map(VisibleText::sentence).collect(Collectors.joining(" Or: "));
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return tell(governing(call.tool()), state, (part, its) -> {
            PolicyDecision heard = decision.isAllowed() ? asBefore(part, call, state, context) : decision;
            return part.policy().onCheck(call, heard, its, inside(part, state, context));
        });
    }

    /** Returns the parts that allowed a call when it was checked. */
    @Override
    List<Part> allowing(ToolCall call, JsonNode then, PolicyContext context) {
        return governing(call.tool()).stream()
                .filter(part -> asBefore(part, call, then, context).isAllowed())
                .toList();
    }
}
