package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * The state of one policy in a session, stored with the kind and fingerprint of the policy, so that no other policy
 * reads it.
 *
 * @param state the policy's state; never changed in place
 * @param fault the reason why the policy can't be used; null while it is sound
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

    /** Returns the reason why stored state isn't this policy's; null if it is. */
    static @Nullable String strange(Registration policy, JsonNode part) {
        if (!policy.kind().equals(part.path(KIND).textValue())) {
            return "what is remembered under its name is of kind " + part.path(KIND) + " and not \"" + policy.kind()
                    + "\"";
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
