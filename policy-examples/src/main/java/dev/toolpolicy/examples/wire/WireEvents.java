package dev.toolpolicy.examples.wire;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A body's JSON objects: the data of server-sent events, or the body itself. Numbers stay exact and a name that comes
 * twice is an error, since arguments may ride in these objects.
 */
final class WireEvents {
    private static final String DONE = "[DONE]";
    static final ObjectReader JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build()
            .readerFor(JsonNode.class);

    private WireEvents() {}

    /** The events in their order; at least one. */
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

    /** An event that the body's end cut is dropped, as the event stream's standard says; the response shows as cut. */
    private static void add(ServerSentEvent event, List<WireEvent> events) throws WireException {
        try {
            events.add(new WireEvent(event.line(), read(event.data())));
        } catch (JsonProcessingException error) {
            if (event.terminated() || events.isEmpty()) {
                throw broken(event.line(), error);
            }
        }
    }

    /** One JSON object, as strictly as all others are read. */
    static ObjectNode object(String text) throws WireException {
        if (parse(1, text) instanceof ObjectNode object) {
            return object;
        }
        throw new WireException("expected a JSON object");
    }

    private static JsonNode parse(int line, String text) throws WireException {
        try {
            return read(text);
        } catch (JsonProcessingException error) {
            throw broken(line, error);
        }
    }

    /** A JSON value. */
    static JsonNode read(String text) throws JsonProcessingException {
        try {
            return JSON.readValue(text);
        } catch (NumberFormatException e) {
            // Jackson's answer to an exponent with more digits than BigDecimal reads
            throw new JsonParseException(null, "a number's exponent is too long");
        }
    }

    private static WireException broken(int line, JsonProcessingException error) {
        int within = error.getLocation() == null ? 0 : Math.max(0, error.getLocation().getLineNr() - 1);
        String message = error.getOriginalMessage();
        int aside = message.indexOf(" (for ");     // where an outer value started, and settings of the parser
        String reason = Shortened.of(aside < 0 ? message : message.substring(0, aside), 200);
        return new WireException("line " + (line + within) + " is not JSON: " + reason);
    }
}
