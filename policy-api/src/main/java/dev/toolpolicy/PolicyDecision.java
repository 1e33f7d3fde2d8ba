package dev.toolpolicy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A policy's decision about a call: allowed, or denied with a reason. Immutable. */
public final class PolicyDecision {
    private static final PolicyDecision ALLOWED = new PolicyDecision("", Map.of());

    private final String reason;
    private final Map<String, JsonNode> metadata;

    private PolicyDecision(String reason, Map<String, JsonNode> metadata) {
        this.reason = reason;
        this.metadata = metadata;
    }

    /** Returns the decision that allows a call, as far as the policy is concerned. */
    public static PolicyDecision allow() {
        return ALLOWED;
    }

    /**
     * Creates a decision that denies a call.
     *
     * @param reason the message for the model, which should say how to do better
     * @return a decision without metadata
     */
    public static PolicyDecision deny(String reason) {
        return deny(reason, Map.of());
    }

    /**
     * Creates a decision that denies a call, with metadata.
     *
     * @param reason the message for the model, which should say how to do better
     * @param metadata details of the denial, for logs and programs; copied
     */
    public static PolicyDecision deny(String reason, Map<String, ? extends JsonNode> metadata) {
        Map<String, JsonNode> copy = new LinkedHashMap<>();
        metadata.forEach((key, value) -> copy.put(key, value.deepCopy()));
        return new PolicyDecision(reason.isBlank() ? "denied by policy" : reason, Collections.unmodifiableMap(copy));
    }

    /**
     * Returns whether the call is allowed.
     *
     * @return true if allowed, false if denied
     */
    public boolean isAllowed() {
        return this == ALLOWED;
    }

    /**
     * Returns why the call is denied.
     *
     * @return the message for the model; empty only if the call is allowed
     */
    public String reason() {
        return reason;
    }

    /**
     * Returns details of the denial, for logs and programs.
     *
     * @return an unmodifiable map, empty if there are none
     */
    public Map<String, JsonNode> metadata() {
        return metadata;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PolicyDecision that && reason.equals(that.reason) && metadata.equals(that.metadata);
    }

    @Override
    public int hashCode() {
        return 31 * reason.hashCode() + metadata.hashCode();
    }

    @Override
    public String toString() {
        return isAllowed() ? "Allowed[]" : VisibleText.line("Denied[reason=" + reason + ", metadata=" + metadata + "]");
    }
}
