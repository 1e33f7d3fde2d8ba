package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session's state at one moment: each policy's state, the record of successes that dependencies share, the facts, the
 * open calls and the approvals. Immutable.
 */
final class SessionState {
    static final String POLICY = "policy/";
    static final String FACT = "fact/";
    static final String BEGUN = "begun/";
    static final String APPROVAL = "approval/";
    static final String CHANGED = "changed";
    static final String RECORD = "record";
    static final String FORMAT = "format";

    /** The form of stored state that is read and written. */
    static final int VERSION = 2;

    private final SessionStore.State stored;
    private final Map<String, JsonNode> facts;

    /**
     * Reads a stored state.
     *
     * @throws StoreException if it has another format
     */
    SessionState(SessionStore.State stored) {
        JsonNode format = stored.parts().get(FORMAT);
        if (format == null ? !stored.parts().isEmpty() : format.intValue() != VERSION) {
            throw new StoreException(
                    "the session is stored in format " + (format == null ? "1" : format) + ", and format " + VERSION
                            + " is read",
                    null);
        }
        this.stored = stored;
        this.facts = new PartsView(stored.parts(), FACT);
    }

    SessionStore.State stored() {
        return stored;
    }

    @Nullable
    JsonNode part(String name) {
        return stored.parts().get(name);
    }

    Memory memory(Registration policy) {
        return Memory.read(policy, this::part);
    }

    PolicyContext context(String session, Instant time, boolean approved, List<Registration> registered) {
        return new PolicyContext(session, time, facts, new StatesView(this, registered), approved);
    }

    Map<String, JsonNode> facts() {
        return facts;
    }
}
