package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A policy that applies only in some sessions. Its predicate is asked once for each call; if it fails, the policy
 * applies. Immutable.
 */
public final class ConditionalPolicy extends WrapperPolicy {
    private static final Logger LOG = System.getLogger(ConditionalPolicy.class.getName());

    private final Predicate<? super PolicyContext> predicate;

    /**
     * Creates the policy.
     *
     * @param name the policy's name
     * @param inner the policy that applies
     * @param predicate whether it applies
     */
    public ConditionalPolicy(String name, ToolPolicy inner, Predicate<? super PolicyContext> predicate) {
        super(Require.name("policy name", name), inner);
        this.predicate = Objects.requireNonNull(predicate, "predicate");
    }

    @Override
    public ToolPolicy forCall(PolicyContext context) {
        if (!isActive(context)) {
            return new Idle(name(), governs());
        }
        PolicyContext inside = renamed(context, name(), inner());
        return new Active(this, Objects.requireNonNull(inner().forCall(inside), "the policy settled on none"));
    }

    private boolean isActive(PolicyContext context) {
        try {
            return predicate.test(context);
        } catch (Throwable e) {
            UserCode.passThrough(e);
            UserCode.log(
                    LOG, Level.ERROR, "the predicate of policy \"" + name() + "\" failed; the policy is active", e);
            return true;
        }
    }

    @Override
    ToolPolicy answering(PolicyContext context) {
        return forCall(context);
    }

    /** The policy where it applies. The inner policy finds its state under its own name. */
    private static final class Active extends WrapperPolicy {
        private final ConditionalPolicy outer;

        Active(ConditionalPolicy outer, ToolPolicy settled) {
            super(outer.name(), settled);
            this.outer = outer;
        }

        @Override
        PolicyContext inside(PolicyContext context) {
            return renamed(context, name(), outer.inner());
        }
    }

    /** The policy where it doesn't apply: it allows, and isn't notified. */
    private record Idle(String name, ToolSelector governs) implements ToolPolicy {
        @Override
        public ToolPolicy.ArgumentNeeds needs(String tool) {
            return ToolPolicy.ArgumentNeeds.none();
        }

        @Override
        public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
            return PolicyDecision.allow();
        }
    }
}
