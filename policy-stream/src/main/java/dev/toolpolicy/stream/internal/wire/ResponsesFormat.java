package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.internal.wire.Fields.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events, items and members of OpenAI responses that are known here. */
final class ResponsesFormat {
    /** The type of the items that are calls for the client. */
    static final String CALL = "function_call";

    static final String MESSAGE = "message";
    /** The types of items that report calls that the provider runs itself. */
    static final Set<String> PROVIDER_ITEMS =
            Set.of("web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call");

    private static final Map<String, Map<String, Kind>> EVENTS = Fields.table("responses.event");
    /** The members of the provider's reports about an item of its own. */
    private static final Map<String, Kind> PROGRESS = Fields.members("responses", "progress");

    private static final Map<String, Kind> RESPONSE = Fields.members("responses", "response");
    private static final Map<String, Map<String, Kind>> ITEMS = Fields.table("responses.item");
    private static final Map<String, Map<String, Kind>> PARTS = Fields.table("responses.part");

    private ResponsesFormat() {}

    /**
     * Checks an event of a type. The provider's reports about an item of its own are known while that item is open.
     *
     * @return whether it is known
     */
    static boolean checkEvent(String type, String openItem, JsonNode event, Map<String, JsonNode> unknown)
            throws WireException {
        boolean progress = PROVIDER_ITEMS.contains(openItem)
                && (type.startsWith("response." + openItem + ".") || type.startsWith("response." + openItem + "_"));
        @Nullable Map<String, Kind> known = progress ? PROGRESS : EVENTS.get(type);
        if (known == null) {
            Fields.note(unknown, type, event);
            return false;
        }
        Fields.check("", event, known, unknown);
        return true;
    }

    static void checkResponse(JsonNode response, Map<String, JsonNode> unknown) throws WireException {
        Fields.check("response.", response, RESPONSE, unknown);
    }

    /**
     * Checks an item. One of an unknown type is an unknown field under its type.
     *
     * @return whether its type is known
     */
    static boolean checkItem(JsonNode item, Map<String, JsonNode> unknown) throws WireException {
        String type = Fields.text(item, "type");
        @Nullable Map<String, Kind> known = ITEMS.get(type);
        if (known == null) {
            Fields.note(unknown, type.isEmpty() ? "item" : type, item);
            return false;
        }
        Fields.check(type + ".", item, known, unknown);
        if (type.equals(MESSAGE)) {
            requireAssistant(item);
            for (JsonNode part : Fields.array(item.path("content"), "content")) {
                checkPart(part, unknown);
            }
        }
        return true;
    }

    private static void requireAssistant(JsonNode message) throws WireException {
        String role = Fields.text(message, "role");
        if (!role.isEmpty() && !role.equals("assistant")) {
            throw new WireException("a message of a response isn't the assistant's");
        }
    }

    static void checkPart(JsonNode part, Map<String, JsonNode> unknown) throws WireException {
        String type = Fields.text(part, "type");
        @Nullable Map<String, Kind> known = PARTS.get(type);
        if (known == null) {
            Fields.note(unknown, "content." + type, part);
        } else {
            Fields.check("content.", part, known, unknown);
        }
    }

    /** Throws unless the response at the end has the items that came, and no other calls. */
    static void requireSameOutput(JsonNode output, List<ObjectNode> all, Map<String, JsonNode> unknown)
            throws WireException {
        if (output.size() != all.size()) {
            throw new WireException("the response at the end has other items than those that came");
        }
        for (int i = 0; i < all.size(); i++) {
            JsonNode item = output.get(i);
            checkItem(item, unknown);
            for (String member : new String[] {"type", "id", "call_id", "name", "arguments"}) {
                if (!Fields.text(item, member).equals(Fields.text(all.get(i), member))) {
                    throw new WireException("a call comes twice, with another \"" + member + "\"");
                }
            }
        }
    }

    /** Returns whether the provider says of an item that it was cut. */
    static boolean isIncomplete(JsonNode item) throws WireException {
        return Fields.text(item, "status").equals("incomplete");
    }

    /** Returns the text of an item: that of a message's parts, and nothing for all others. */
    static String text(JsonNode item) throws WireException {
        StringBuilder text = new StringBuilder();
        if (item.path("type").asText().equals(MESSAGE)) {
            for (JsonNode part : item.path("content")) {
                text.append(partText(part));
            }
        }
        return text.toString();
    }

    static String partText(JsonNode part) throws WireException {
        return part.path("type").asText().equals("output_text") ? Fields.text(part, "text") : "";
    }

    /** Returns the finish reason of a response. An unknown one counts as truncation. */
    static String reason(JsonNode response, String status, boolean calls, boolean cut) throws WireException {
        if (status.equals("completed") && !cut) {
            return calls ? StreamChunk.TOOL_CALLS : StreamChunk.STOP;
        }
        String why = Fields.text(Fields.object(response.path("incomplete_details"), "incomplete_details"), "reason");
        return switch (why) {
            case "content_filter" -> StreamChunk.CONTENT_FILTER;
            case "max_output_tokens" -> StreamChunk.LENGTH;
            default -> cut ? StreamChunk.LENGTH : Fields.unknownReason(why.isEmpty() ? status : why);
        };
    }
}
