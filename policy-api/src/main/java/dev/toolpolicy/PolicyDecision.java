package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A policy's decision about a call: allowed, or denied with a reason. A closed family of immutable values. */
public sealed interface PolicyDecision {

    /** A decision that allows the call, as far as this policy is concerned. */
    record Allowed() implements PolicyDecision {}

    /**
     * A decision that denies the call.
     *
     * @param reason the message for the model, which should say how to do better; never empty
     * @param metadata details of the denial, for logs and programs
     */
    record Denied(String reason, Map<String, JsonNode> metadata) implements PolicyDecision {
        /** Checks and copies the components. */
        public Denied {
            reason = reason.isBlank() ? "denied by policy" : reason;
            Map<String, JsonNode> copy = new LinkedHashMap<>();
            metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
            metadata = Collections.unmodifiableMap(copy);
        }

        @Override
        public String toString() {
            return VisibleText.line("Denied[reason=" + reason + ", metadata=" + metadata + "]");
        }
    }

    /** Returns the decision that allows a call. */
    static PolicyDecision allow() {
        return new Allowed();
    }

    /**
     * Creates a decision that denies a call.
     *
     * @param reason the message for the model
     * @return a decision without metadata
     */
    static PolicyDecision deny(String reason) {
        return new Denied(reason, Map.of());
    }

    /**
     * Creates a decision that denies a call, with metadata.
     *
     * @param reason the message for the model
     * @param metadata details of the denial
     */
    static PolicyDecision deny(String reason, Map<String, ? extends JsonNode> metadata) {
        return new Denied(reason, new LinkedHashMap<>(metadata));
    }
}
