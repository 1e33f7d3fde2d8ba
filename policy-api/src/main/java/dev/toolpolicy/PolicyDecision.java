package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a policy says of a call: allowed, or denied with a reason. A closed family of immutable values. */
public sealed interface PolicyDecision {

    /** The call is allowed, as far as this policy goes. */
    record Allowed() implements PolicyDecision {}

    /**
     * The call is denied.
     *
     * @param reason what the model is told, so that it can do better; never empty
     * @param metadata facts about the denial for logs and programs
     */
    record Denied(String reason, Map<String, JsonNode> metadata) implements PolicyDecision {
        /**
         * Checks and copies the components.
         *
         * @param reason what the model is told, so that it can do better; never empty
         * @param metadata facts about the denial for logs and programs
         */
        public Denied {
            reason = reason.isBlank() ? "denied by policy" : reason;
            Map<String, JsonNode> copy = new LinkedHashMap<>();
            metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
            metadata = Collections.unmodifiableMap(copy);
        }
    }

    /**
     * The call is allowed.
     *
     * @return the decision
     */
    static PolicyDecision allow() {
        return new Allowed();
    }

    /**
     * The call is denied.
     *
     * @param reason what the model is told
     * @return the decision, without metadata
     */
    static PolicyDecision deny(String reason) {
        return new Denied(reason, Map.of());
    }

    /**
     * The call is denied.
     *
     * @param reason what the model is told
     * @param metadata facts about the denial
     * @return the decision
     */
    static PolicyDecision deny(String reason, Map<String, ? extends JsonNode> metadata) {
        return new Denied(reason, new LinkedHashMap<>(metadata));
    }
}
