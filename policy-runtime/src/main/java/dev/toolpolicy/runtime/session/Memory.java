package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What one policy remembers of a session, and how a store keeps it: with the kind and the fingerprint of the policy that
 * remembered it, so that no other is handed it.
 *
 * @param state its state; never changed once it is here
 * @param fault why the policy can't be asked; null while it is sound
 */
record Memory(JsonNode state, @Nullable String fault) {
    private static final String KIND = "kind";
    private static final String FINGERPRINT = "fingerprint";
    private static final String STATE = "state";
    private static final String FAULT = "fault";

    static Memory initial(Registration policy) {
        return new Memory(policy.initialState(), null);
    }

    static Memory read(Registration policy, JsonNode part) {
        JsonNode state = part.get(STATE);
        String strange = strange(policy, part);
        if (state == null || strange != null) {
            return new Memory(policy.initialState(), strange == null ? "what it remembered is damaged" : strange);
        }
        return new Memory(state, part.path(FAULT).textValue());
    }

    /** Why what is remembered isn't this policy's; null if it is. */
    static @Nullable String strange(Registration policy, JsonNode part) {
        if (!policy.kind().equals(part.path(KIND).textValue())) {
            return "what is remembered under its name is of kind " + part.path(KIND) + " and not \"" + policy.kind() + "\"";
        }
        return policy.fingerprint().equals(part.path(FINGERPRINT).textValue())
                ? null
                : "what is remembered under its name was remembered with another configuration";
    }

    ObjectNode write(Registration policy) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        part.put(KIND, policy.kind()).put(FINGERPRINT, policy.fingerprint()).set(STATE, state);
        if (fault != null) {
            part.put(FAULT, fault);
        }
        return part;
    }
}
