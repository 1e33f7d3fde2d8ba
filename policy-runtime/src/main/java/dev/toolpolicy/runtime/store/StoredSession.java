package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The state of one session at one moment. Immutable; its JSON values are shared and must not be changed.
 *
 * @param version the version for compare-and-set; 0 if nothing was stored yet
 * @param parts the parts by name
 */
public record StoredSession(long version, Map<String, JsonNode> parts) {
    /** A session without stored state. */
    public static final StoredSession NONE = new StoredSession(0, Map.of());

    /**
     * Copies the map.
     *
     * @param version the version for compare-and-set
     * @param parts the parts by name
     */
    public StoredSession {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }
}
