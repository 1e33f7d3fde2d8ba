package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A policy around another one, with its tools, kind and state. Immutable. */
public abstract class WrapperPolicy implements ToolPolicy {
    private final String name;
    private final ToolPolicy inner;

    /**
     * Creates a policy around another one.
     *
     * @param name the policy's name
     * @param inner the other policy
     */
    public WrapperPolicy(String name, ToolPolicy inner) {
        this.name = name;
        this.inner = Objects.requireNonNull(inner, "inner");
    }

    /**
     * Returns the policy inside.
     *
     * @return the policy inside
     */
    public final ToolPolicy inner() {
        return inner;
    }

    /** Returns the policy inside all wrappers. */
    public static ToolPolicy innermost(ToolPolicy policy) {
        ToolPolicy innermost = policy;
        while (innermost instanceof WrapperPolicy wrapper) {
            innermost = wrapper.inner();
        }
        return innermost;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final ToolSelector governs() {
        return inner.governs();
    }

    @Override
    public final String kind() {
        return inner.kind();
    }

    @Override
    public final boolean survivesRollback() {
        return inner.survivesRollback();
    }

    @Override
    public final JsonNode onRollback(JsonNode then, JsonNode now) {
        return inner.onRollback(then, now);
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs(String tool) {
        return inner.needs(tool);
    }

    @Override
    public final JsonNode initialState() {
        return inner.initialState();
    }

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

    /** Returns the policy that answers for a call in a session. */
    ToolPolicy answering(PolicyContext context) {
        return inner;
    }

    /** Returns the context in which it answers. */
    PolicyContext inside(PolicyContext context) {
        return context;
    }

    @Override
    public final Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        return answering(context).preview(call, state, inside(context));
    }

    @Override
    public final PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        return answering(context).check(call, state, inside(context));
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        return answering(context).onCheck(call, decision, state, inside(context));
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        return answering(context).onResult(call, result, state, inside(context));
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        return answering(context).onFailure(call, state, inside(context));
    }

    @Override
    public JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
        return answering(context).onNoEffect(call, state, inside(context));
    }

    @Override
    public final String toString() {
        return name;
    }
}
