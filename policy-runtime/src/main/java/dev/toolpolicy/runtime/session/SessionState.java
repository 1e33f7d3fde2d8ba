package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A session's state at one moment: each policy's state, the facts, the open calls and the approvals. Immutable. */
final class SessionState {
    static final String POLICY = "policy/";
    static final String FACT = "fact/";
    static final String BEGUN = "begun/";
    static final String APPROVAL = "approval/";
    static final String CHANGED = "changed";

    private final SessionStore.State stored;
    private final Map<String, JsonNode> facts;
    private final Map<String, JsonNode> states;

    SessionState(SessionStore.State stored) {
        this.stored = stored;
        this.facts = new PartsView(stored.parts(), FACT, value -> value);
        this.states = new PartsView(stored.parts(), POLICY, value -> value.path("state"));
    }

    SessionStore.State stored() {
        return stored;
    }

    @Nullable
    JsonNode part(String name) {
        return stored.parts().get(name);
    }

    Memory memory(Registration policy) {
        JsonNode part = part(POLICY + policy.name());
        return part == null ? Memory.initial(policy) : Memory.read(policy, part);
    }

    PolicyContext context(String session, Instant time, boolean approved) {
        return new PolicyContext(session, time, facts, states, approved);
    }

    Map<String, JsonNode> facts() {
        return facts;
    }
}
