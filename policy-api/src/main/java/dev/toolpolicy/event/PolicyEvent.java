package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** An event of a session's policies. A closed family of immutable values. */
public sealed interface PolicyEvent {

    /** Passes this event to the receiver's method for its kind. */
    void passTo(Receiver receiver);

    /** A receiver of events, with a method for each kind. */
    interface Receiver {
        /** Receives a check. */
        void checked(Checked event);

        /** Receives a denial. */
        void denied(Denied event);

        /** Receives a failure. */
        void failed(Failed event);
    }

    /**
     * The origin of an event: which policy, and which call.
     *
     * @param id the unique id of the event
     * @param time the time by the engine's clock
     * @param session the session's id
     * @param policy the policy's name
     * @param tool the name of the tool that was called; empty for an origin without a call
     * @param callId the provider's id of the call, possibly empty, not always unique
     */
    record Origin(String id, Instant time, String session, String policy, String tool, String callId) {
        /**
         * Creates an origin without a call: tool and call id are empty.
         *
         * @param id the unique id of the event
         * @param time the time by the engine's clock
         * @param session the session's id
         * @param policy the policy's name
         */
        public Origin(String id, Instant time, String session, String policy) {
            this(id, time, session, policy, "", "");
        }

        /**
         * Returns this origin with a call.
         *
         * @param tool the tool that was called
         * @param callId the provider's id of the call, possibly empty, not always unique
         */
        public Origin withCall(String tool, String callId) {
            return new Origin(id, time, session, policy, tool, callId);
        }

        @Override
        public String toString() {
            return VisibleText.line("Origin[id=" + id + ", time=" + time + ", session=" + session + ", policy=" + policy
                    + ", tool=" + tool + ", callId=" + callId + "]");
        }
    }

    /** Returns the origin of the event. */
    Origin origin();

    /** Returns the unique id of the event. */
    default String id() {
        return origin().id();
    }

    /** Returns the time of the event, by the engine's clock. */
    default Instant time() {
        return origin().time();
    }

    /** Returns the id of the session. */
    default String session() {
        return origin().session();
    }

    /** Returns the name of the policy. */
    default String policy() {
        return origin().policy();
    }

    /** Returns the name of the tool that was called. */
    default String tool() {
        return origin().tool();
    }

    /** Returns the provider's id of the call, possibly empty, not always unique. */
    default String callId() {
        return origin().callId();
    }

    /**
     * An event: one policy decided about a call just before it would have run.
     *
     * @param origin the policy and the call
     * @param allowed true if this policy allowed the call
     */
    record Checked(Origin origin, boolean allowed) implements PolicyEvent {
        @Override
        public void passTo(Receiver receiver) {
            receiver.checked(this);
        }
    }

    /**
     * An event: a call was denied just before it would have run. There is one for each denied call. Reason and metadata
     * can contain arguments; the engine's redactor has processed them.
     *
     * @param origin the policy and the call
     * @param reason the message for the model; never empty
     * @param metadata details of the denial
     */
    record Denied(Origin origin, String reason, Map<String, JsonNode> metadata) implements PolicyEvent {

        /** Copies the metadata. */
        public Denied {
            Map<String, JsonNode> copy = new LinkedHashMap<>();
            metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
            metadata = Collections.unmodifiableMap(copy);
        }

        /**
         * Returns this event with another reason and without metadata, for redactors.
         *
         * @param newReason the reason that listeners and logs see
         */
        public Denied redacted(String newReason) {
            return new Denied(origin, newReason, Map.of());
        }

        @Override
        public void passTo(Receiver receiver) {
            receiver.denied(this);
        }

        @Override
        public String toString() {
            return VisibleText.line("Denied[origin=" + origin + ", reason=" + reason + ", metadata=" + metadata + "]");
        }
    }

    /**
     * An event: a policy failed after a call had started, or its state could not be stored. The call itself is not
     * affected. A policy that failed denies every call that it covers until it is reset.
     *
     * @param origin the policy and the call
     * @param error the class of the error, or a description
     */
    record Failed(Origin origin, String error) implements PolicyEvent {
        @Override
        public void passTo(Receiver receiver) {
            receiver.failed(this);
        }

        @Override
        public String toString() {
            return VisibleText.line("Failed[origin=" + origin + ", error=" + error + "]");
        }
    }

    /**
     * A listener for the decisions of session policies: for logs, metrics and audits.
     *
     * <p>The engine calls it on the thread that drives the call, after the decision is final. It should return quickly.
     * An exception from it is logged and changes nothing; the other listeners are still called.
     */
    @FunctionalInterface
    interface Listener {

        /** Receives an event. */
        void onEvent(PolicyEvent event);
    }
}
