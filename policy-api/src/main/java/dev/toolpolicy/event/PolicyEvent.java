package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** An event of a session's policies. A closed family of immutable values. */
public sealed interface PolicyEvent {

    /**
     * Returns the event's id.
     *
     * @return a unique id
     */
    String id();

    /**
     * Returns the time of the event.
     *
     * @return the time by the engine's clock
     */
    Instant time();

    /**
     * Returns the session of the event.
     *
     * @return the session's id
     */
    String session();

    /**
     * Returns the policy of the event.
     *
     * @return the policy's name
     */
    String policy();

    /**
     * Returns the tool that was called.
     *
     * @return the tool's name
     */
    String tool();

    /**
     * Returns the provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    String callId();

    /**
     * An event: one policy decided about a call just before it would have run.
     *
     * @param id the event's id
     * @param time the time of the check
     * @param session the session's id
     * @param policy the policy that decided
     * @param tool the tool that was called
     * @param callId the provider's id of the call
     * @param allowed true if this policy allowed the call
     */
    record Checked(String id, Instant time, String session, String policy, String tool, String callId, boolean allowed)
            implements PolicyEvent {}

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
    record Denied(
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
        public Denied {
            Map<String, JsonNode> copy = new LinkedHashMap<>();
            metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
            metadata = Collections.unmodifiableMap(copy);
        }
    }

    /**
     * An event: a policy failed after a call had started, or its state could not be stored. The call itself is not
     * affected. A policy that failed denies every call that it covers until it is reset.
     *
     * @param id the event's id
     * @param time the time of the failure
     * @param session the session's id
     * @param policy the policy that failed
     * @param tool the tool that was called
     * @param callId the provider's id of the call
     * @param error the class of the error, or a description
     */
    record Failed(String id, Instant time, String session, String policy, String tool, String callId, String error)
            implements PolicyEvent {}
}
