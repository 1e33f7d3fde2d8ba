package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.policy.Policies.Interceptor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;

/** A policy with somebody around it, who can deny what it allows and hears of what it is told. Immutable. */
final class InterceptedPolicy extends WrapperPolicy {
    private static final Logger LOG = System.getLogger(InterceptedPolicy.class.getName());

    private final String name;
    private final Interceptor interceptor;

    InterceptedPolicy(ToolPolicy inner, Interceptor interceptor) {
        this(inner.name(), inner, interceptor);
    }

    private InterceptedPolicy(String name, ToolPolicy inner, Interceptor interceptor) {
        super(inner);
        this.name = name;
        this.interceptor = Objects.requireNonNull(interceptor, "interceptor");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ToolPolicy forCall(ToolContext context) {
        ToolPolicy settled = inner().forCall(context);
        return settled == inner() ? this : new InterceptedPolicy(name, settled, interceptor);
    }

    @Override
    public Optional<PolicyDecision> preview(ToolCall call, JsonNode state, ToolContext context) {
        return inner().preview(call, state, context).map(decision -> intercepted(call, decision, context));
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, ToolContext context) {
        return intercepted(call, inner().check(call, state, context), context);
    }

    /** A denial stands, whatever is made of it. */
    private PolicyDecision intercepted(ToolCall call, PolicyDecision decision, ToolContext context) {
        PolicyDecision changed = Objects.requireNonNull(
                interceptor.onDecision(call, Objects.requireNonNull(decision, "no decision"), context), "no decision");
        return decision instanceof PolicyDecision.Denied ? decision : changed;
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, ToolContext context) {
        JsonNode after = inner().onCheck(call, decision, state, context);
        tell(() -> interceptor.onCheck(call, decision, context));
        return after;
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, ToolContext context) {
        JsonNode after = inner().onResult(call, result, state, context);
        tell(() -> interceptor.onResult(call, result, context));
        return after;
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, ToolContext context) {
        JsonNode after = inner().onFailure(call, state, context);
        tell(() -> interceptor.onFailure(call, context));
        return after;
    }

    /** Who only listens must not keep the policy from remembering. */
    private void tell(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(LOG, Level.ERROR, "an interceptor of policy \"" + name + "\" failed; the policy stands", e);
        }
    }
}
