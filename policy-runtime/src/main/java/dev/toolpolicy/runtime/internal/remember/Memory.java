package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of one policy in a session. It is stored under the policy's name and kind, so that a policy of another kind
 * never reads it, and both keep theirs. The state of dependencies is the record that they share. A failure always
 * belongs to one policy.
 *
 * @param state the policy's state; never changed in place
 * @param fault the reason why the policy can't be used; null while it is sound
 */
record Memory(JsonNode state, @Nullable String fault) {
    private static final String STATE = "state";
    private static final String FAULT = "fault";

    static Memory read(Registration policy, Function<String, @Nullable JsonNode> parts) {
        JsonNode state = stored(policy, parts);
        JsonNode own = own(policy, parts);
        if (own == null) {
            return new Memory(state == null ? policy.initialState() : state, null);
        }
        String fault = own.path(FAULT).textValue();
        return state == null && fault == null
                ? new Memory(policy.initialState(), "what it remembered is damaged")
                : new Memory(state == null ? policy.initialState() : state, fault);
    }

    /** Returns the stored state; null if there is none. */
    static @Nullable JsonNode stored(Registration policy, Function<String, @Nullable JsonNode> parts) {
        if (policy.sharesRecord()) {
            return parts.apply(SessionState.RECORD);
        }
        JsonNode own = own(policy, parts);
        return own == null ? null : own.get(STATE);
    }

    private static @Nullable JsonNode own(Registration policy, Function<String, @Nullable JsonNode> parts) {
        JsonNode kinds = parts.apply(policy.part());
        return kinds == null ? null : kinds.get(policy.kind());
    }

    void write(Registration policy, Draft draft) {
        if (policy.sharesRecord() && !state.equals(stateOf(draft.get(SessionState.RECORD), policy))) {
            draft.put(SessionState.RECORD, state);
        }
        ObjectNode own = JsonNodeFactory.instance.objectNode();
        if (!policy.sharesRecord()) {
            own.set(STATE, state);
        }
        if (fault != null) {
            own.put(FAULT, fault);
        }
        writeOwn(policy, draft, own);
    }

    private static JsonNode stateOf(@Nullable JsonNode stored, Registration policy) {
        return stored == null ? policy.initialState() : stored;
    }

    /** Removes a policy's own state and its failure. The record that it shares with others stays. */
    static void remove(Registration policy, Draft draft) {
        writeOwn(policy, draft, JsonNodeFactory.instance.objectNode());
    }

    private static void writeOwn(Registration policy, Draft draft, ObjectNode own) {
        String part = policy.part();
        JsonNode before = draft.get(part);
        if (before == null && own.isEmpty()) {
            return;
        }
        JsonNode kinds = before == null ? JsonNodeFactory.instance.objectNode() : before;
        JsonNode after = StateValues.withUnlessEmpty(kinds, policy.kind(), own);
        if (after.isEmpty()) {
            draft.remove(part);
        } else {
            draft.put(part, after);
        }
    }
}
