package dev.toolpolicy.stream.wire;

import java.util.List;

/**
 * One response of a model, as it came over HTTP. Immutable.
 *
 * @param format the format it came in
 * @param model the model that says it gave it, empty if none is named
 * @param parts what it says, in the order it arrived; the last is a {@link WirePart.ResponseEnded}
 */
public record WireResponse(WireFormat format, String model, List<WirePart> parts) {

    /**
     * Checks and copies the components.
     *
     * @param format the format it came in
     * @param model the model that says it gave it, empty if none is named
     * @param parts what it says, in the order it arrived; the last is a {@link WirePart.ResponseEnded}
     * @throws IllegalArgumentException if the last part is another
     */
    public WireResponse {
        parts = List.copyOf(parts);
        if (parts.isEmpty() || !(parts.get(parts.size() - 1) instanceof WirePart.ResponseEnded)) {
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
        List<WireEvents.Event> events = WireEvents.of(body);
        WirePartList parts = new WirePartList();
        EventReader reader = EventReader.recognise(events, parts);
        for (WireEvents.Event event : events) {
            try {
                reader.read(event.json());
            } catch (WireException e) {
                throw new WireException("line " + event.line() + ": " + e.getMessage());
            }
        }
        reader.end();
        return new WireResponse(reader.format(), parts.model(), parts.parts());
    }
}
