package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
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
 *
 * <p>The state tells which parts allowed the open calls, by the time of their check, since another node can end them. Of
 * calls at one instant, an end is told only to the parts that allowed all of them.
 */
public final class AnyOfPolicy extends ComposedPolicy {
    /** The member of the state with the parts that allowed open calls, and there of their number; no part's name. */
    private static final String OPEN = "";

    /** The most instants that are kept, since some calls never end. The oldest is forgotten: its calls change no part. */
    private static final int MOST_OPEN = 1000;

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
        JsonNode before = calls(state, context);
        ObjectNode calls = StateValues.object().put(OPEN, before.path(OPEN).intValue() + 1);
        JsonNode after = tell(governing(call.tool()), state, (part, its) -> {
            PolicyDecision heard = decision.isAllowed() ? asBefore(part, call, state, context) : decision;
            calls.put(part.name(), heard.isAllowed() && before.path(part.name()).asBoolean(before.isMissingNode()));
            return part.policy().onCheck(call, heard, its, inside(part, state, context));
        });
        return decision.isAllowed() ? with(after, context, calls) : after;
    }

    /** Returns which parts allowed all open calls that were checked at the time of a check, and their number. */
    private static JsonNode calls(JsonNode state, PolicyContext context) {
        return state.path(OPEN).path(context.time().toString());
    }

    private static JsonNode with(JsonNode state, PolicyContext context, JsonNode calls) {
        JsonNode open =
                StateValues.withUnlessEmpty(state.path(OPEN), context.time().toString(), calls);
        JsonNode room = open.size() > MOST_OPEN
                ? StateValues.without(open, open.fieldNames().next())
                : open;
        return StateValues.withUnlessEmpty(state, OPEN, room);
    }

    /** Returns the parts that allowed a call when it was checked; none if that isn't known. */
    @Override
    List<Part> allowing(ToolCall call, JsonNode state, PolicyContext context) {
        JsonNode calls = calls(state, context);
        return governing(call.tool()).stream()
                .filter(part -> calls.path(part.name()).booleanValue())
                .toList();
    }

    @Override
    JsonNode ended(JsonNode state, PolicyContext context) {
        JsonNode calls = calls(state, context);
        int rest = calls.path(OPEN).intValue() - 1;
        return with(
                state, context, rest > 0 ? StateValues.with(calls, OPEN, IntNode.valueOf(rest)) : StateValues.object());
    }
}
