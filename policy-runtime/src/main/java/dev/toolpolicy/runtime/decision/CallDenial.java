package dev.toolpolicy.runtime.decision;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * That a session policy denies a call. Immutable.
 *
 * @param policy the policy's name
 * @param reason what the model is told
 * @param metadata facts about the denial for logs and programs
 * @param deniedAt how many characters of the call's text were read when it was known
 */
public record CallDenial(String policy, String reason, Map<String, JsonNode> metadata, long deniedAt) {}
