package dev.toolpolicy.runtime.internal.flow;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a session's state that is being changed. For one thread. */
public interface FlowParts {
    /** Returns all parts by name. */
    Map<String, JsonNode> parts();

    /** Returns whether the session had no state before. */
    boolean isNew();

    /** Sets a part. */
    void put(String part, JsonNode value);

    /** Removes a part, if there is one. */
    void remove(String part);

    /** Returns a part; null if there is none. */
    default @Nullable JsonNode get(String part) {
        return parts().get(part);
    }
}
