package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import java.util.ArrayList;
import java.util.List;

/**
 * A body's JSON objects: the data of server-sent events, or the body itself. Numbers stay exact and a name that comes
 * twice is an error, since arguments may ride in these objects.
 */
final class WireEvents {
    private static final String DONE = "[DONE]";

    private WireEvents() {}

    /** Returns the events in order; at least one. */
    static List<WireEvent> of(String body) throws WireException {
        String text = body.startsWith("\uFEFF") ? body.substring(1) : body;
        if (text.isBlank()) {
            throw new WireException("the body is empty");
        }
        if (text.stripLeading().startsWith("{")) {
            return List.of(new WireEvent(1, parse(1, text)));
        }
        List<WireEvent> events = new ArrayList<>();
        for (ServerSentEvent event : ServerSentEvent.all(text)) {
            if (!event.data().isBlank() && !event.data().strip().equals(DONE)) {
                add(event, events);
            }
        }
        if (events.isEmpty()) {
            throw EventReader.unknownFormat("no line that starts with \"data:\" and no JSON object");
        }
        return events;
    }

    /**
     * Adds an event. One that the body's end truncated is dropped, as the standard says, so the response counts as
     * truncated.
     */
    private static void add(ServerSentEvent event, List<WireEvent> events) throws WireException {
        try {
            events.add(new WireEvent(event.line(), read(event.data())));
        } catch (MalformedJsonException error) {
            if (event.terminated() || events.isEmpty()) {
                throw broken(event.line(), error);
            }
        }
    }

    /** Reads one JSON object, as strictly as all others. */
    static ObjectNode object(String text) throws WireException {
        if (parse(1, text) instanceof ObjectNode object) {
            return object;
        }
        throw new WireException("expected a JSON object");
    }

    private static JsonNode parse(int line, String text) throws WireException {
        try {
            return read(text);
        } catch (MalformedJsonException error) {
            throw broken(line, error);
        }
    }

    /** Reads a JSON value. */
    static JsonNode read(String text) throws MalformedJsonException {
        return StrictJson.standard().read(text);
    }

    private static WireException broken(int line, MalformedJsonException error) {
        return new WireException("line " + (line + error.line() - 1) + " is not JSON: " + error.getMessage());
    }
}
