package dev.toolpolicy.stream.wire;

import dev.toolpolicy.analysis.internal.text.MalformedJsonException;
import java.util.List;
import java.util.function.Consumer;

/** Reads a response while it streams, event by event. For one response, one thread at a time. */
public final class WireStream {
    private static final String DONE = "[DONE]";

    private final Consumer<? super WirePart> consumer;
    private final WirePartList parts = new WirePartList();
    private final EventReader reader;
    private int told;
    private int events;

    /**
     * Creates a reader of one response.
     *
     * @param format the format it comes in
     * @param consumer takes its parts, as they come; the last is a {@link WirePart.ResponseEnded}
     */
    public WireStream(WireFormat format, Consumer<? super WirePart> consumer) {
        this.consumer = consumer;
        this.reader = switch (format) {
            case CHAT_COMPLETIONS -> new ChatCompletionsReader(parts);
            case RESPONSES -> new ResponsesReader(parts);
            case MESSAGES -> new MessagesReader(parts);
        };
    }

    /**
     * Reads the next event.
     *
     * @param event an event; one without data says nothing
     * @throws WireException if its data is not JSON, or a member has another type than its format says
     */
    public void read(StreamedEvent event) throws WireException {
        events++;
        String data = event.data();
        if (!data.isBlank() && !data.strip().equals(DONE)) {
            try {
                reader.read(WireEvents.read(data));
            } catch (MalformedJsonException e) {
                throw new WireException("event " + events + " is not JSON: " + e.getMessage());
            } catch (WireException e) {
                throw new WireException("event " + events + ": " + e.getMessage());
            }
            tell();
        }
    }

    /** Ends the body, also if it broke off. */
    public void end() {
        reader.end();
        tell();
    }

    private void tell() {
        List<WirePart> all = parts.parts();
        while (told < all.size()) {
            consumer.accept(all.get(told++));
        }
    }
}
