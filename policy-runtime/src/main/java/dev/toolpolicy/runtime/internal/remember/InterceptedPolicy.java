package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;

/** A policy with an interceptor, which can deny what the policy allows. Immutable. */
public final class InterceptedPolicy extends WrapperPolicy {
    private static final Logger LOG = System.getLogger(InterceptedPolicy.class.getName());

    private final String name;
    private final Interceptor interceptor;

    /**
     * Creates a policy with an interceptor.
     *
     * @param inner the policy
     * @param interceptor sees the policy's decisions and notifications
     */
    public InterceptedPolicy(ToolPolicy inner, Interceptor interceptor) {
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
    public ToolPolicy forCall(PolicyContext context) {
        ToolPolicy settled = inner().forCall(context);
        return settled == inner() ? this : new InterceptedPolicy(name, settled, interceptor);
    }

    @Override
    public Optional<PolicyDecision> preview(ToolCall call, JsonNode state, PolicyContext context) {
        return inner().preview(call, state, context).map(decision -> intercepted(call, decision, context));
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        return intercepted(call, inner().check(call, state, context), context);
    }

    /** Applies the interceptor. It can't lift a denial. */
    private PolicyDecision intercepted(ToolCall call, PolicyDecision decision, PolicyContext context) {
        PolicyDecision changed = Objects.requireNonNull(
                interceptor.onDecision(call, Objects.requireNonNull(decision, "no decision"), context), "no decision");
        return decision.isAllowed() ? changed : decision;
    }

    @Override
    public JsonNode onCheck(ToolCall call, PolicyDecision decision, JsonNode state, PolicyContext context) {
        JsonNode after = inner().onCheck(call, decision, state, context);
        tell(() -> interceptor.onCheck(call, decision, context));
        return after;
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        JsonNode after = inner().onResult(call, result, state, context);
        tell(() -> interceptor.onResult(call, result, context));
        return after;
    }

    @Override
    public JsonNode onFailure(ToolCall call, JsonNode state, PolicyContext context) {
        JsonNode after = inner().onFailure(call, state, context);
        tell(() -> interceptor.onFailure(call, context));
        return after;
    }

    @Override
    public JsonNode onNoEffect(ToolCall call, JsonNode state, PolicyContext context) {
        JsonNode after = inner().onNoEffect(call, state, context);
        tell(() -> interceptor.onFailure(call, context));
        return after;
    }

    /** Notifies the interceptor. Its exceptions don't affect the policy. */
    private void tell(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(LOG, Level.ERROR, "an interceptor of policy \"" + name + "\" failed; the policy stands", e);
        }
    }
}
