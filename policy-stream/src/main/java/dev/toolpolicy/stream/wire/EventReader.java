package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the events of one format. One reader serves one response. */
interface EventReader {

    /** Returns the format that this reader reads. */
    WireFormat format();

    /** Returns whether an event can only be of this format. */
    boolean recognises(JsonNode event);

    /**
     * Takes the next event; what it doesn't know is passed over, since formats grow.
     *
     * @throws WireException if something that it knows has another type than in its format
     */
    void read(JsonNode event) throws WireException;

    /** Handles the end of the body. */
    void end();

    /** Returns the reader for the format that one of the events shows. */
    static EventReader recognise(List<WireEvents.Event> events, WirePartList parts) throws WireException {
        List<EventReader> readers =
                List.of(new ChatCompletionsReader(parts), new ResponsesReader(parts), new MessagesReader(parts));
        Optional<EventReader> found = events.stream()
                .flatMap(event -> readers.stream().filter(reader -> reader.recognises(event.json())))
                .findFirst();
        return found.orElseThrow(() -> unknownFormat(shape(events.get(0).json())));
    }

    private static String shape(JsonNode event) {
        if (!event.isObject()) {
            return "a JSON " + event.getNodeType().name().toLowerCase(Locale.ROOT);
        }
        StringBuilder names = new StringBuilder();
        event.fieldNames()
                .forEachRemaining(
                        name -> names.append(names.isEmpty() ? "" : ", ").append(name));
        return "a JSON object with "
                + (names.isEmpty() ? "no members" : VisibleText.line(names.toString(), VisibleText.NAME));
    }

    /** Returns the exception for a body in an unknown format. */
    static WireException unknownFormat(String found) {
        return new WireException("expected a response of OpenAI chat completions, OpenAI responses or Anthropic"
                + " messages, as server-sent events or as one JSON object, but found " + found);
    }
}
