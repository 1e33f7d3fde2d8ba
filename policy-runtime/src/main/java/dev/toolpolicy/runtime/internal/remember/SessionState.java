package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.runtime.internal.flow.SessionFlows;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session's state at one moment: each policy's state, the record of successes that dependencies share, the facts, the
 * open calls and the approvals. Immutable.
 */
final class SessionState {
    static final String POLICY = "policy/";
    static final String FACT = "fact/";
    static final String BEGUN = SessionFlows.BEGUN;
    static final String ENDED = "ended/";
    /** The part with the id of the session that a session was begun in. */
    static final String PARENT = SessionFlows.PARENT;

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

    /** The states of registered policies by name, without those that have none yet. Looked up on demand. Immutable. */
    private static final class StatesView extends AbstractMap<String, JsonNode> {
        private final SessionState state;
        private final List<Registration> registered;

        StatesView(SessionState state, List<Registration> registered) {
            this.state = state;
            this.registered = registered;
        }

        @Override
        public @Nullable JsonNode get(@Nullable Object name) {
            for (Registration policy : registered) {
                if (policy.name().equals(name)) {
                    return Memory.stored(policy, state::part);
                }
            }
            return null;
        }

        @Override
        public boolean containsKey(@Nullable Object name) {
            return get(name) != null;
        }

        @Override
        public Set<Map.Entry<String, JsonNode>> entrySet() {
            Map<String, JsonNode> states = new LinkedHashMap<>();
            for (Registration policy : registered) {
                JsonNode stored = Memory.stored(policy, state::part);
                if (stored != null) {
                    states.put(policy.name(), stored);
                }
            }
            return Collections.unmodifiableMap(states).entrySet();
        }
    }

    /**
     * The parts of a session with a common name prefix, by the rest of their names. Looked up on demand: each change of a
     * session creates a new state, and most views are never read. Immutable.
     */
    private static final class PartsView extends AbstractMap<String, JsonNode> {
        private final Map<String, JsonNode> parts;
        private final String prefix;

        PartsView(Map<String, JsonNode> parts, String prefix) {
            this.parts = parts;
            this.prefix = prefix;
        }

        @Override
        public @Nullable JsonNode get(@Nullable Object name) {
            return parts.get(prefix + name);
        }

        @Override
        public boolean containsKey(@Nullable Object name) {
            return name != null && parts.containsKey(prefix + name);
        }

        @Override
        public Set<Map.Entry<String, JsonNode>> entrySet() {
            Map<String, JsonNode> named = new LinkedHashMap<>();
            parts.forEach((name, part) -> {
                if (name.startsWith(prefix)) {
                    named.put(name.substring(prefix.length()), part);
                }
            });
            return Collections.unmodifiableMap(named).entrySet();
        }
    }
}
