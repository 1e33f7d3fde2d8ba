package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a session with a common name prefix, by the rest of their names. Looked up on demand: each change of a
 * session creates a new state, and most views are never read. Immutable.
 */
final class PartsView extends AbstractMap<String, JsonNode> {
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
