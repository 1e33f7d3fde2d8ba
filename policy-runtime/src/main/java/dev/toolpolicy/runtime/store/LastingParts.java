package dev.toolpolicy.runtime.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The parts of a session that stay when a store drops it: without it, a session that comes back could do more. Stateless. */
final class LastingParts {
    private static final String LABEL = "flow/label/";
    private static final String LIMIT = "limit";
    private static final String PARENT = "flow/parent";
    private static final String BEGUN = "begun/";
    private static final String LABELS = "labels";
    private static final String TURN = "turn";
    /** The parts that stay beside the others: without them, the state can't be read. */
    private static final Set<String> WITH = Set.of("format", "flow/key");

    private LastingParts() {}

    /** Returns the parts that must stay; none if nothing must. */
    static Map<String, JsonNode> of(Map<String, JsonNode> parts) {
        Map<String, JsonNode> lasting = new LinkedHashMap<>();
        parts.forEach((name, part) -> {
            if (name.startsWith(LABEL)
                    || name.equals(PARENT)
                    || name.equals(LIMIT) && until(part).isAfter(Instant.now())) {
                lasting.put(name, part);
            } else if (name.startsWith(BEGUN) && part.has(LABELS)) {
                lasting.put(name, labels(part));
            }
        });
        if (!lasting.isEmpty()) {
            WITH.stream().filter(parts::containsKey).forEach(name -> lasting.put(name, parts.get(name)));
        }
        return lasting;
    }

    /** Returns the time until which parts must stay. */
    static Instant until(Map<String, JsonNode> parts) {
        return of(parts).entrySet().stream()
                .filter(part -> !WITH.contains(part.getKey()))
                .map(part -> part.getKey().equals(LIMIT) ? until(part.getValue()) : Instant.MAX)
                .max(Instant::compareTo)
                .orElse(Instant.MIN);
    }

    /** Returns the time until which the counter of a limit over sessions has calls that count; never if it is damaged. */
    private static Instant until(JsonNode counter) {
        try {
            return Instant.parse(counter.path("until").asText());
        } catch (DateTimeException damaged) {
            return Instant.MAX;
        }
    }

    /** Returns of an open call only the labels that it will bring, and the response that it is of. */
    private static JsonNode labels(JsonNode call) {
        var kept = JsonNodeFactory.instance.objectNode();
        kept.set(LABELS, call.get(LABELS));
        return call.has(TURN) ? kept.set(TURN, call.get(TURN)) : kept;
    }
}
