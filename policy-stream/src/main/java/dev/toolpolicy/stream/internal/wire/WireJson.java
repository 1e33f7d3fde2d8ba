package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import dev.toolpolicy.analysis.internal.text.StrictJson;
import dev.toolpolicy.internal.text.VisibleText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A body's JSON objects, read so that every reader gets the same: the data of server-sent events, or the body itself. Text
 * is UTF-8, numbers stay exact and a name that comes twice is an error, since arguments may ride in these objects.
 */
public final class WireJson {
    private static final String DONE = "[DONE]";

    private WireJson() {}

    /**
     * One event of a body.
     *
     * @param line where its data starts, from 1
     * @param json its data
     * @param whole whether this is the body itself
     */
    record Event(int line, JsonNode json, boolean whole) {}

    /**
     * One event of a server-sent event stream, without its name, which all formats repeat in the data. Read as the HTML
     * standard says (section 9.2.6, "Interpreting an event stream"), except that an event without its closing blank line is
     * kept and marked.
     *
     * @param line where its data starts, from 1
     * @param data its data lines, joined by line feeds
     * @param terminated whether a blank line ended it
     */
    private record ServerSentEvent(int line, String data, boolean terminated) {

        /** Returns the events of a stream that have data. */
        static List<ServerSentEvent> all(String text) {
            List<ServerSentEvent> events = new ArrayList<>();
            List<String> data = new ArrayList<>();
            int start = 0;
            int number = 0;
            for (String line : text.lines().toList()) {
                number++;
                if (line.isEmpty() && !data.isEmpty()) {
                    events.add(new ServerSentEvent(start, String.join("\n", data), true));
                    data.clear();
                } else if (line.startsWith("data:")) {
                    start = data.isEmpty() ? number : start;
                    data.add(line.substring(line.startsWith("data: ") ? 6 : 5));
                }
            }
            if (!data.isEmpty()) {
                events.add(new ServerSentEvent(start, String.join("\n", data), false));
            }
            return events;
        }
    }

    /** Returns the events in order; at least one. */
    static List<Event> of(String body) throws WireException {
        String text = body.startsWith("\uFEFF") ? body.substring(1) : body;
        if (text.isBlank()) {
            throw new WireException("the body is empty");
        }
        if (text.stripLeading().startsWith("{")) {
            return List.of(new Event(1, parse(1, text), true));
        }
        List<Event> events = new ArrayList<>();
        for (ServerSentEvent event : ServerSentEvent.all(text)) {
            if (!event.data().isBlank() && !event.data().strip().equals(DONE)) {
                add(event, events);
            }
        }
        if (events.isEmpty()) {
            throw unknownFormat("no line that starts with \"data:\" and no JSON object");
        }
        return events;
    }

    /**
     * Adds an event. One that the body's end truncated is dropped, as the standard says, so the response counts as
     * truncated.
     */
    private static void add(ServerSentEvent event, List<Event> events) throws WireException {
        try {
            events.add(new Event(event.line(), read(event.data()), false));
        } catch (MalformedJsonException error) {
            if (event.terminated() || events.isEmpty()) {
                throw broken(event.line(), error);
            }
        }
    }

    /**
     * Returns the type that an event's data says.
     *
     * @throws WireException if the event has a name and it is another
     */
    static String type(StreamedEvent event, ObjectNode json) throws WireException {
        String type = Fields.text(json, "type");
        if (!event.name().isEmpty() && !event.name().equals(type)) {
            throw new WireException(
                    "the event " + VisibleText.quoted(event.name(), VisibleText.NAME) + " says that it is another");
        }
        return type;
    }

    /** Returns the exception for a body in an unknown format. */
    static WireException unknownFormat(String found) {
        return new WireException("expected a response of OpenAI chat completions, OpenAI responses or Anthropic"
                + " messages, as server-sent events or as one JSON object, but found " + found);
    }

    /**
     * Decodes a body's text.
     *
     * @param body the bytes
     * @return the text
     * @throws WireException if they are not UTF-8
     */
    public static String text(byte[] body) throws WireException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WireException("expected text in UTF-8");
        }
    }

    /**
     * Reads a body's object.
     *
     * @param body the bytes
     * @return the object, with exact numbers
     * @throws WireException if they are anything else
     */
    public static ObjectNode object(byte[] body) throws WireException {
        return object(text(body));
    }

    /**
     * Reads an object's text.
     *
     * @param text the text
     * @return the object, with exact numbers
     * @throws WireException if it is anything else
     */
    public static ObjectNode object(String text) throws WireException {
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
