package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The events of OpenAI responses that are written here, and their text. */
final class ResponsesEvents {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ResponsesEvents() {}

    static ObjectNode event(String type) {
        return JSON.objectNode().put("type", "response." + type);
    }

    static ObjectNode added(int index, ObjectNode item) {
        ObjectNode begun = item(item, item.path("type").asText().equals(ResponsesFormat.CALL) ? "" : null);
        if (item.path("type").asText().equals(ResponsesFormat.MESSAGE)) {
            begun.putArray("content");
        }
        ObjectNode event = event("output_item.added").put("output_index", index);
        event.set("item", begun);
        return event;
    }

    /** Returns an item that isn't complete, with these arguments if it is a call. */
    static ObjectNode item(ObjectNode item, @Nullable String arguments) {
        ObjectNode copy = item.deepCopy();
        if (copy.has("status")) {
            copy.put("status", arguments == null || arguments.isEmpty() ? "in_progress" : "incomplete");
        }
        return arguments == null ? copy : copy.put("arguments", arguments);
    }

    /** Returns an event with an item, with other arguments of the item. */
    static ObjectNode withArguments(ObjectNode event, String arguments) {
        ObjectNode copy = event.deepCopy();
        ((ObjectNode) copy.path("item")).put("arguments", arguments);
        return copy;
    }

    static ObjectNode ofItem(String type, int index, JsonNode item) {
        ObjectNode event = event(type);
        if (item.has("id")) {
            event.set("item_id", item.get("id"));
        }
        return event.put("output_index", index);
    }

    static ObjectNode argumentsDelta(int index, ObjectNode item, String arguments) {
        return ofItem("function_call_arguments.delta", index, item).put("delta", arguments);
    }

    static ObjectNode argumentsDone(int index, ObjectNode item) {
        ObjectNode event = ofItem("function_call_arguments.done", index, item);
        return event.put("arguments", item.path("arguments").asText());
    }

    static ObjectNode textPart(String content) {
        ObjectNode part = JSON.objectNode().put("type", "output_text").put("text", content);
        part.putArray("annotations");
        return part;
    }

    /** Returns an event as the text of a server-sent event, named by its type. */
    static String text(ObjectNode event) {
        return "event: " + event.path("type").asText() + "\ndata: " + event + "\n\n";
    }

    /** The text of an event as it goes on: as it came, or changed, with further events before and behind it. */
    static final class Text {
        private final StringBuilder before = new StringBuilder();
        private final StringBuilder behind = new StringBuilder();
        private String text;

        Text(String raw) {
            text = raw;
        }

        /** Adds an event before this one, behind those that were added before it. */
        void first(ObjectNode event) {
            before.append(ResponsesEvents.text(event));
        }

        /** Changes the event. */
        void become(ObjectNode event) {
            text = ResponsesEvents.text(event);
        }

        /** Adds an event behind this one. */
        void then(ObjectNode event) {
            behind.append(ResponsesEvents.text(event));
        }

        @Override
        public String toString() {
            return before + text + behind;
        }
    }
}
