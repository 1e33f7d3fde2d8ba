package dev.toolpolicy.runtime.decision;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyDecision;
import java.util.Map;

/**
 * Why a session's policies don't let a call run. Immutable.
 *
 * @param policy the name of the policy that denied
 * @param reason what the model is told; never empty
 * @param metadata facts about the denial for logs and programs
 */
public record PolicyDenial(String policy, String reason, Map<String, JsonNode> metadata) {

    public static PolicyDenial of(String policy, PolicyDecision.Denied denied) {
        return new PolicyDenial(policy, denied.reason(), denied.metadata());
    }
}
