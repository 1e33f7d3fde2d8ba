package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolPolicy;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The contexts for policies inside others: their own state under their own name. Stateless. */
final class Contexts {
    private Contexts() {}

    /** Returns a context in which a policy also has its own name, besides its name in the session. */
    static PolicyContext renamed(PolicyContext context, String name, ToolPolicy policy) {
        return with(context, policy.name(), context.state(name).orElseGet(policy::initialState));
    }

    /** Returns a context in which a policy has a given state. */
    static PolicyContext with(PolicyContext context, String policy, JsonNode state) {
        Map<String, JsonNode> states = new HashMap<>(context.states());
        states.put(policy, state);
        return new PolicyContext(
                context.session(),
                context.time(),
                context.facts(),
                Collections.unmodifiableMap(states),
                context.approved());
    }
}
