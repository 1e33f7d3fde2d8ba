package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event: a call was denied just before it would have run. There is one for each denied call. Reason and metadata can
 * contain arguments; the engine's redactor has processed them.
 *
 * @param id the event's id
 * @param time the time of the check
 * @param session the session's id
 * @param policy the policy that denied
 * @param tool the tool that was called
 * @param callId the provider's id of the call
 * @param reason the message for the model; never empty
 * @param metadata details of the denial
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

    /** Copies the metadata. */
    public PolicyDenied {
        Map<String, JsonNode> copy = new LinkedHashMap<>();
        metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
        metadata = Collections.unmodifiableMap(copy);
    }
}
