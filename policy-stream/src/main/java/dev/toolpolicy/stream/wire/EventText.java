package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The text of an event as it goes on: as it came, or changed, with further events before and behind it. */
final class EventText {
    private final StringBuilder before = new StringBuilder();
    private final StringBuilder behind = new StringBuilder();
    private String text;

    EventText(String raw) {
        text = raw;
    }

    /** Adds an event before this one, behind those that were added before it. */
    void first(ObjectNode event) {
        before.append(of(event));
    }

    /** Changes the event. */
    void become(ObjectNode event) {
        text = of(event);
    }

    /** Adds an event behind this one. */
    void then(ObjectNode event) {
        behind.append(of(event));
    }

    /** Returns an event as the text of a server-sent event, named by its type. */
    static String of(ObjectNode event) {
        return "event: " + event.path("type").asText() + "\ndata: " + event + "\n\n";
    }

    @Override
    public String toString() {
        return before + text + behind;
    }
}
