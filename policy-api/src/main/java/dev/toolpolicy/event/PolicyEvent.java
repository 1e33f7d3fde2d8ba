package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event of a session's policies, for logs, metrics and audits. Immutable.
 *
 * <p>The engine hands it to the listeners on the thread that drives the call, after the decision is final. Listeners
 * should return quickly. An exception from one is logged and changes nothing; the others still receive the event.
 *
 * @param kind the kind of event
 * @param id the unique id of the event
 * @param time the time by the engine's clock
 * @param session the session's id
 * @param policy the policy's name
 * @param tool the name of the tool that was called
 * @param callId the provider's id of the call, possibly empty, not always unique
 * @param reason the message of a denial for the model, or the class or description of a failure; else empty
 * @param metadata details of a denial; else empty
 */
public record PolicyEvent(
        Kind kind,
        String id,
        Instant time,
        String session,
        String policy,
        String tool,
        String callId,
        String reason,
        Map<String, JsonNode> metadata) {

    /** The kinds of events. */
    public enum Kind {
        /** One policy would let a call run, just before that. */
        ALLOWED,
        /** One policy would not let a call run, just before that. */
        REFUSED,
        /**
         * A call was denied just before it would have run. There is one for each denied call. Reason and metadata can
         * contain arguments; the engine's redactor has processed them.
         */
        DENIED,
        /**
         * A policy failed after a call had started, or its state could not be stored. The call itself is not affected.
         * A policy that failed denies every call that it covers until it is reset.
         */
        FAILED,
        /** The session got a label that it had not before. The policy's name is the label. */
        LABELED,
        /** A set of the session is full, so that later values are left out. The policy's name is the set. */
        SET_FULL
    }

    /** Copies the metadata. */
    public PolicyEvent {
        Map<String, JsonNode> copy = new LinkedHashMap<>();
        metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
        metadata = Collections.unmodifiableMap(copy);
    }

    /**
     * Returns this event with another reason and without metadata, for redactors.
     *
     * @param newReason the reason that listeners and logs see
     */
    public PolicyEvent redacted(String newReason) {
        return new PolicyEvent(kind, id, time, session, policy, tool, callId, newReason, Map.of());
    }

    @Override
    public String toString() {
        return VisibleText.line(kind + "[id=" + id + ", time=" + time + ", session=" + session + ", policy=" + policy
                + ", tool=" + tool + ", callId=" + callId + ", reason=" + reason + ", metadata=" + metadata + "]");
    }
}
