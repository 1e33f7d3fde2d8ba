package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The states of registered policies by name, without those that have none yet. Looked up on demand. Immutable. */
final class StatesView extends AbstractMap<String, JsonNode> {
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
