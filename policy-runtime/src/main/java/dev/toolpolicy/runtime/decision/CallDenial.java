package dev.toolpolicy.runtime.decision;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * The denial of a call by a session policy. Immutable.
 *
 * @param policy the policy's name
 * @param reason the message for the model
 * @param metadata facts about the denial for logs and programs
 * @param deniedAt how many characters of the call's text had been read
 */
public record CallDenial(String policy, String reason, Map<String, JsonNode> metadata, long deniedAt) {}
