package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One response of a model, as it came over HTTP. Immutable.
 *
 * @param format the format it came in
 * @param model the model that says it gave it, empty if none is named
 * @param parts what it says, in the order it arrived; the last is its end
 */
public record WireResponse(WireFormat format, String model, List<WirePart> parts) {
    /**
     * Checks and copies the components.
     *
     * @param format the format it came in
     * @param model the model that says it gave it, empty if none is named
     * @param parts what it says, in the order it arrived; the last is its end
     * @throws IllegalArgumentException if the last part is another
     */
    public WireResponse {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || !parts.get(parts.size() - 1).isEnd()) {
            throw new IllegalArgumentException("the last part says how the response ended");
        }
    }

    /**
     * Reads a response's body.
     *
     * @param body the whole body: server-sent events or one JSON object
     * @return the response
     * @throws WireException if the body is empty, in no known format, or broken; the message names the line
     */
    public static WireResponse read(String body) throws WireException {
        List<WireJson.Event> events = WireJson.of(body);
        WireFormat format = events.stream()
                .flatMap(event -> formatOf(event.json()).stream())
                .findFirst()
                .orElseThrow(() -> WireJson.unknownFormat(shape(events.get(0).json())));
        List<WirePart> parts = new ArrayList<>();
        WireReader reader = new WireReader(format, parts::add);
        for (WireJson.Event event : events) {
            try {
                if (event.whole()) {
                    reader.readWhole(event.json());
                } else {
                    reader.read(event.json());
                }
            } catch (WireException e) {
                throw new WireException("line " + event.line() + ": " + e.getMessage());
            }
        }
        reader.end();
        return new WireResponse(format, reader.model(), parts);
    }

    /** Returns the format that an event can only be of. */
    private static Optional<WireFormat> formatOf(JsonNode event) {
        String type = event.path("type").asText();
        String object = event.path("object").asText();
        if (event.path("choices").isArray() || object.startsWith("chat.completion")) {
            return Optional.of(WireFormat.CHAT_COMPLETIONS);
        }
        if (type.startsWith("response.") || object.equals("response")) {
            return Optional.of(WireFormat.RESPONSES);
        }
        boolean message = type.equals("message") && event.path("content").isArray();
        boolean streamed = type.startsWith("message_") || type.startsWith("content_block_");
        return message || streamed ? Optional.of(WireFormat.MESSAGES) : Optional.empty();
    }

    private static String shape(JsonNode event) {
        if (!event.isObject()) {
            return "a JSON " + event.getNodeType().name().toLowerCase(Locale.ROOT);
        }
        String names = event.propertyStream().map(Map.Entry::getKey).collect(Collectors.joining(", "));
        return "a JSON object with " + (names.isEmpty() ? "no members" : VisibleText.line(names, VisibleText.NAME));
    }
}
