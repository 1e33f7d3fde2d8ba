package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Map;

/**
 * The denial of a call by a session's policies. Immutable.
 *
 * @param policy the name of the policy that denied
 * @param reason the message for the model; never empty
 * @param metadata facts about the denial for logs and programs
 */
public record PolicyDenial(String policy, String reason, Map<String, JsonNode> metadata) {

    /**
     * Creates the denial of a policy's decision.
     *
     * @param policy the policy's name
     * @param denied the decision
     * @return the denial
     */
    public static PolicyDenial of(String policy, PolicyDecision denied) {
        return new PolicyDenial(policy, denied.reason(), denied.metadata());
    }

    @Override
    public String toString() {
        return VisibleText.line(
                "PolicyDenial[policy=" + policy + ", reason=" + reason + ", metadata=" + metadata + "]");
    }
}
