package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of a session that change with each call: the time of its last change, and its open calls. A store can keep
 * them together, where a part of its own would be inserted for each call and deleted after it. Stateless.
 */
public final class CallParts {
    /** So many open calls, so that what is written with each call stays small. */
    private static final int CALLS = 16;

    private CallParts() {}

    /**
     * Returns these parts: of the open calls the first by name, and none that was handed over, since those hold
     * arguments. Which they are follows from the parts alone, so all processes of one version choose the same.
     *
     * @param parts all parts of a session, by name
     * @return a new map in the order of names
     */
    public static Map<String, JsonNode> of(Map<String, JsonNode> parts) {
        TreeMap<String, JsonNode> chosen = new TreeMap<>();
        parts.forEach((name, part) -> {
            if (name.startsWith(SessionState.BEGUN) && !OpenCall.read(part).isHandedOver()) {
                chosen.put(name, part);
                if (chosen.size() > CALLS) {
                    chosen.pollLastEntry();
                }
            }
        });
        JsonNode changed = parts.get(SessionState.CHANGED);
        if (changed != null) {
            chosen.put(SessionState.CHANGED, changed);
        }
        return chosen;
    }
}
