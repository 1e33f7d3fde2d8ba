package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The invocation of policies, which are user code: a policy that fails denies. Errors of the virtual machine and
 * cancellations pass through, except for a stack overflow, which a model can provoke.
 */
final class PolicyInvoker {
    private PolicyInvoker() {}

    /** The decision of a policy for a call, or its failure. */
    record Asked(Registration registration, ToolPolicy policy, PolicyDecision decision) {}

    /** Asks a policy. A failure becomes its denial. */
    static Asked ask(Registration registration, ToolCall call, Memory memory, PolicyContext context) {
        ToolPolicy policy = registration.policy();
        if (memory.fault() != null) {
            return new Asked(registration, policy, degraded(registration, memory.fault()));
        }
        try {
            ToolPolicy settled = Registration.given(policy.forCall(context));
            if (settled == null) {
                return new Asked(registration, policy, nothing(registration, "it settled on no policy"));
            }
            policy = settled;
            PolicyDecision decision = Registration.given(policy.check(call, memory.state(), context));
            return new Asked(
                    registration, policy, decision != null ? decision : nothing(registration, "it gave no decision"));
        } catch (Throwable failure) {
            UserCode.passThrough(failure);
            return new Asked(registration, policy, failed(registration.name(), failure));
        }
    }

    /** Previews all policies on one state: the first denial, or what is missing for a decision. */
    static PolicyPreview previewAll(
            List<Registration> governing, ToolCall call, boolean complete, SessionState now, PolicyContext context) {
        PolicyPreview preview = PolicyPreview.ALLOWED;
        for (Registration policy : governing) {
            Optional<PolicyDecision> decision = preview(policy, call, complete, now.memory(policy), context);
            if (decision.isPresent() && !decision.get().isAllowed()) {
                return PolicyPreview.denied(PolicyDenial.of(policy.name(), decision.get()));
            }
            if (decision.isEmpty() && preview == PolicyPreview.ALLOWED) {
                preview = PolicyPreview.WAITING;
            }
        }
        return preview;
    }

    /** Asks each policy, also those after a denial. Returns the decisions by the policies' names, in their order. */
    static Map<String, PolicyDecision> askAll(
            List<Registration> governing, ToolCall call, SessionState moment, PolicyContext context) {
        Map<String, PolicyDecision> answers = new LinkedHashMap<>();
        for (Registration policy : governing) {
            answers.put(
                    policy.name(),
                    ask(policy, call, moment.memory(policy), context).decision());
        }
        return Collections.unmodifiableMap(answers);
    }

    /** Returns the policies that deny a call without an approval, and only without one, with their reasons. */
    static Map<String, String> needs(
            List<Registration> registered, ToolCall call, SessionState moment, String session, Instant time) {
        List<Registration> governing = Registrations.governing(registered, call.tool());
        Map<String, String> needs = denials(governing, call, moment, moment.context(session, time, false, registered));
        if (!needs.isEmpty()) {
            needs.keySet()
                    .removeAll(denials(governing, call, moment, moment.context(session, time, true, registered))
                            .keySet());
        }
        return needs;
    }

    private static Map<String, String> denials(
            List<Registration> governing, ToolCall call, SessionState moment, PolicyContext context) {
        Map<String, String> reasons = new LinkedHashMap<>();
        askAll(governing, call, moment, context).forEach((name, decision) -> {
            if (!decision.isAllowed()) {
                reasons.put(name, decision.reason());
            }
        });
        return reasons;
    }

    /** Returns a policy's decision in a preview; empty if it needs more of the call. */
    static Optional<PolicyDecision> preview(
            Registration registration, ToolCall call, boolean complete, Memory memory, PolicyContext context) {
        return complete
                ? Optional.of(ask(registration, call, memory, context).decision())
                : preview(registration, call, memory, context);
    }

    private static Optional<PolicyDecision> preview(
            Registration registration, ToolCall call, Memory memory, PolicyContext context) {
        if (memory.fault() != null) {
            return Optional.of(degraded(registration, memory.fault()));
        }
        try {
            ToolPolicy settled = Registration.given(registration.policy().forCall(context));
            if (settled == null) {
                return Optional.of(nothing(registration, "it settled on no policy"));
            }
            Optional<PolicyDecision> decision = Registration.given(settled.preview(call, memory.state(), context));
            return decision != null ? decision : Optional.of(nothing(registration, "it gave no preview"));
        } catch (Throwable failure) {
            UserCode.passThrough(failure);
            return Optional.of(failed(registration.name(), failure));
        }
    }

    private static PolicyDecision degraded(Registration registration, String fault) {
        return PolicyDecision.deny(
                "Not run: policy '" + registration.name()
                        + "' has failed, so it denies calls until the service resets it.",
                Map.of("fault", TextNode.valueOf(fault)));
    }

    /** Returns the denial for a policy that gave nothing where it must give something. */
    static PolicyDecision nothing(Registration registration, String what) {
        return PolicyDecision.deny(failed(registration.name()), Map.of("error", TextNode.valueOf(what)));
    }

    private static String failed(String policy) {
        return "Not run: policy '" + policy + "' failed while it checked this call.";
    }

    /**
     * Returns the denial for an error. The error's message isn't used: it wasn't written for a model and may contain
     * secrets.
     */
    static PolicyDecision failed(String policy, Throwable failure) {
        String error = failure.getClass().getName();
        return PolicyDecision.deny(failed(policy), Map.of("error", TextNode.valueOf(error)));
    }
}
