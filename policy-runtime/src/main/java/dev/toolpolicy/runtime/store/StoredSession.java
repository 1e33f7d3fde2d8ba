package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The state of one session at one moment. Immutable; the JSON values in it are shared and not to be changed.
 *
 * @param version what the next change is compared with; 0 if nothing was stored yet
 * @param parts the parts by name
 */
public record StoredSession(long version, Map<String, JsonNode> parts) {
    /** A session of which nothing is stored. */
    public static final StoredSession NONE = new StoredSession(0, Map.of());

    /**
     * Copies the map.
     *
     * @param version what the next change is compared with
     * @param parts the parts by name
     */
    public StoredSession {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }
}
