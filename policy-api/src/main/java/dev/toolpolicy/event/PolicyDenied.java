package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A call was denied just before it would have run; one event a call. Reason and metadata can hold arguments: they come
 * as the engine's redactor left them.
 *
 * @param id the event's id
 * @param time when the call was checked
 * @param session the session's id
 * @param policy the policy that denied
 * @param tool the tool that was called
 * @param callId the provider's id of the call
 * @param reason what the model is told; never empty
 * @param metadata facts about the denial
 */
public record PolicyDenied(
        String id,
        Instant time,
        String session,
        String policy,
        String tool,
        String callId,
        String reason,
        Map<String, JsonNode> metadata)
        implements PolicyEvent {

    /**
     * Copies the metadata.
     *
     * @param id the event's id
     * @param time when the call was checked
     * @param session the session's id
     * @param policy the policy that denied
     * @param tool the tool that was called
     * @param callId the provider's id of the call
     * @param reason what the model is told; never empty
     * @param metadata facts about the denial
     */
    public PolicyDenied {
        Map<String, JsonNode> copy = new LinkedHashMap<>();
        metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
        metadata = Collections.unmodifiableMap(copy);
    }
}
