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
import java.util.function.Function;
import java.util.function.Supplier;
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

    /** The prefix of approvals that wait for an answer, so that a store finds them without reading all others. */
    static final String ASKED = "asked/";
    /** The prefix of all other approvals. */
    static final String APPROVAL = "approval/";
    /** The part with the time of the last change that didn't only begin a call: then it is the call's time. */
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
        this.facts = new View(name -> part(FACT + name), this::factsByName);
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
        Map<String, JsonNode> states = new View(name -> state(registered, name), () -> states(registered));
        return new PolicyContext(session, time, facts, states, approved);
    }

    private Map<String, JsonNode> factsByName() {
        Map<String, JsonNode> named = new LinkedHashMap<>();
        stored.parts().forEach((name, part) -> {
            if (name.startsWith(FACT)) {
                named.put(name.substring(FACT.length()), part);
            }
        });
        return named;
    }

    /** Returns the state of a registered policy; null if it has none yet. */
    private @Nullable JsonNode state(List<Registration> registered, Object policy) {
        return registered.stream()
                .filter(each -> each.name().equals(policy))
                .findFirst()
                .map(each -> Memory.stored(each, this::part))
                .orElse(null);
    }

    private Map<String, JsonNode> states(List<Registration> registered) {
        Map<String, JsonNode> states = new LinkedHashMap<>();
        for (Registration policy : registered) {
            JsonNode stored = Memory.stored(policy, this::part);
            if (stored != null) {
                states.put(policy.name(), stored);
            }
        }
        return states;
    }

    Map<String, JsonNode> facts() {
        return facts;
    }

    /**
     * Values of a session by name. Looked up on demand: each change of a session creates a new state, and most views are
     * never read. Immutable.
     */
    private static final class View extends AbstractMap<String, JsonNode> {
        private final Function<Object, @Nullable JsonNode> one;
        private final Supplier<Map<String, JsonNode>> all;

        View(Function<Object, @Nullable JsonNode> one, Supplier<Map<String, JsonNode>> all) {
            this.one = one;
            this.all = all;
        }

        @Override
        public @Nullable JsonNode get(@Nullable Object name) {
            return name == null ? null : one.apply(name);
        }

        @Override
        public boolean containsKey(@Nullable Object name) {
            return get(name) != null;
        }

        @Override
        public Set<Map.Entry<String, JsonNode>> entrySet() {
            return Collections.unmodifiableMap(all.get()).entrySet();
        }
    }
}
