package dev.toolpolicy.runtime.internal.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolPolicy;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What policies within others see of the session: their own state under their own name. Stateless. */
final class Contexts {
    private Contexts() {}

    /** The same moment, where a policy that is known to the session by another name is known by its own, too. */
    static PolicyContext renamed(PolicyContext context, String name, ToolPolicy policy) {
        return with(context, policy.name(), context.state(name).orElseGet(policy::initialState));
    }

    /** The same moment, where a policy remembers a state. */
    static PolicyContext with(PolicyContext context, String policy, JsonNode state) {
        Map<String, JsonNode> states = new HashMap<>(context.states());
        states.put(policy, state);
        return new PolicyContext(
                context.session(), context.time(), context.facts(), Collections.unmodifiableMap(states), context.approved());
    }
}
