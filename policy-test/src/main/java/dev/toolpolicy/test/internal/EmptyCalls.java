package dev.toolpolicy.test.internal;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.text.ResourceText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bodies with one call, of {@code list_files}, without arguments: cut after its name, or complete. Written by hand, as
 * {@code empty-calls.json}: each body is a start and an end, both of named events, and has the names of both.
 */
public final class EmptyCalls {
    /** The call's tool, whose parameters are all optional. */
    public static final String TOOL = "list_files";

    private EmptyCalls() {}

    /** A format of bodies. */
    public enum Format {
        CHAT,
        RESPONSES,
        MESSAGES;

        /** Returns the bodies that were cut, by their names. */
        public Map<String, String> cut() {
            return bodies("cut");
        }

        /** Returns the bodies that ended well, by their names. */
        public Map<String, String> whole() {
            return bodies("whole");
        }

        private Map<String, String> bodies(String kind) {
            JsonNode format = read().path(name());
            Map<String, String> bodies = new LinkedHashMap<>();
            for (JsonNode group : format.path(kind)) {
                for (Map.Entry<String, JsonNode> start : group.path("starts").properties()) {
                    for (Map.Entry<String, JsonNode> end : group.path("ends").properties()) {
                        String events =
                                start.getValue().asText() + " " + end.getValue().asText();
                        bodies.put(start.getKey() + end.getKey(), body(format.path("events"), events));
                    }
                }
            }
            return bodies;
        }
    }

    private static JsonNode read() {
        try {
            return StrictJson.standard().read(ResourceText.of(EmptyCalls.class, "empty-calls.json"));
        } catch (MalformedJsonException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String body(JsonNode known, String names) {
        StringBuilder body = new StringBuilder();
        for (String name : names.trim().split(" ")) {
            JsonNode event = known.required(name);
            String type = event.path("type").asText();
            body.append(type.isEmpty() ? "" : "event: " + type + "\n");
            body.append("data: ")
                    .append(event.isTextual() ? event.asText() : event)
                    .append("\n\n");
        }
        return body.toString();
    }
}
