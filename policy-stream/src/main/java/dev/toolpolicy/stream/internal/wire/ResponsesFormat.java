package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.internal.wire.Fields.Kind;
import java.util.LinkedHashMap;
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

    /** Members that echo the request, from which clients read no output. */
    private static final String ECHO =
            "instructions metadata prompt_cache_options reasoning text tool_choice tools user";

    private static final String OF_ITEM = "item_id=TEXT output_index=READ obfuscation=TEXT";
    private static final String OF_PART = OF_ITEM + " content_index=FLAT";
    private static final String OF_SUMMARY = OF_ITEM + " summary_index=FLAT";

    private static final Map<String, Map<String, Kind>> EVENTS = events();

    private static final Map<String, Kind> PROGRESS = Fields.members(OF_ITEM
            + " type=TEXT sequence_number=FLAT code=TEXT delta=TEXT partial_image_b64=TEXT partial_image_index=FLAT"
            + " background=TEXT output_format=TEXT quality=TEXT size=TEXT");

    private static final Map<String, Kind> RESPONSE = response();

    private static final Map<String, Map<String, Kind>> ITEMS = Map.of(
            MESSAGE,
            Fields.members("type=TEXT id=TEXT status=TEXT role=TEXT content=READ phase=TEXT"),
            "reasoning",
            Fields.members("type=TEXT id=TEXT status=TEXT summary=ARRAY content=ARRAY encrypted_content=TEXT"
                    + " format=TEXT signature=TEXT"),
            "compaction",
            Fields.members("type=TEXT id=TEXT encrypted_content=TEXT created_by=TEXT"),
            CALL,
            Fields.members("type=TEXT id=TEXT status=TEXT call_id=TEXT name=TEXT arguments=TEXT"),
            "web_search_call",
            Fields.members("type=TEXT id=TEXT status=TEXT action=OBJECT"),
            "file_search_call",
            Fields.members("type=TEXT id=TEXT status=TEXT queries=ARRAY results=ARRAY"),
            "code_interpreter_call",
            Fields.members("type=TEXT id=TEXT status=TEXT code=TEXT container_id=TEXT outputs=ARRAY"),
            "image_generation_call",
            Fields.members("type=TEXT id=TEXT status=TEXT result=TEXT action=TEXT background=TEXT output_format=TEXT"
                    + " quality=TEXT size=TEXT revised_prompt=TEXT"));

    private static final Map<String, Map<String, Kind>> PARTS = Map.of(
            "output_text", Fields.members("type=TEXT text=TEXT annotations=ARRAY logprobs=ARRAY"),
            "refusal", Fields.members("type=TEXT refusal=TEXT"),
            "reasoning_text", Fields.members("type=TEXT text=TEXT"));

    private ResponsesFormat() {}

    private static Map<String, Map<String, Kind>> events() {
        Map<String, Map<String, Kind>> events = new LinkedHashMap<>();
        for (String type : "created in_progress queued completed incomplete failed cancelled".split(" ")) {
            event(events, type, "response=READ");
        }
        event(events, "output_item.added", "output_index=READ item=READ");
        event(events, "output_item.done", "output_index=READ item=READ");
        event(events, "content_part.added", OF_PART + " part=READ");
        event(events, "content_part.done", OF_PART + " part=READ");
        event(events, "output_text.delta", OF_PART + " delta=TEXT logprobs=ARRAY");
        event(events, "output_text.done", OF_PART + " text=TEXT logprobs=ARRAY");
        event(events, "output_text.annotation.added", OF_PART + " annotation=OBJECT annotation_index=FLAT");
        event(events, "refusal.delta", OF_PART + " delta=TEXT");
        event(events, "refusal.done", OF_PART + " refusal=TEXT");
        event(events, "reasoning_text.delta", OF_PART + " delta=TEXT");
        event(events, "reasoning_text.done", OF_PART + " text=TEXT");
        event(events, "reasoning_summary_part.added", OF_SUMMARY + " part=OBJECT");
        event(events, "reasoning_summary_part.done", OF_SUMMARY + " part=OBJECT status=TEXT");
        event(events, "reasoning_summary_text.delta", OF_SUMMARY + " delta=TEXT");
        event(events, "reasoning_summary_text.done", OF_SUMMARY + " text=TEXT status=TEXT");
        event(events, "function_call_arguments.delta", OF_ITEM + " delta=TEXT");
        event(events, "function_call_arguments.done", OF_ITEM + " arguments=TEXT name=TEXT");
        events.put(
                "error",
                Fields.members(
                        "type=TEXT sequence_number=FLAT code=FLAT message=TEXT param=TEXT error=OBJECT status=FLAT"));
        events.put("keepalive", Fields.members("type=TEXT sequence_number=FLAT"));
        return events;
    }

    private static void event(Map<String, Map<String, Kind>> events, String type, String members) {
        events.put("response." + type, Fields.members("type=TEXT sequence_number=FLAT " + members));
    }

    private static Map<String, Kind> response() {
        Map<String, Kind> all =
                Fields.members("id=TEXT object=TEXT status=TEXT model=TEXT service_tier=TEXT truncation=TEXT"
                        + " previous_response_id=TEXT prompt_cache_key=TEXT prompt_cache_retention=TEXT"
                        + " safety_identifier=TEXT output_text=TEXT created_at=FLAT completed_at=FLAT background=FLAT"
                        + " store=FLAT temperature=FLAT top_p=FLAT top_logprobs=FLAT frequency_penalty=FLAT"
                        + " presence_penalty=FLAT max_output_tokens=FLAT max_tool_calls=FLAT parallel_tool_calls=FLAT"
                        + " conversation=OBJECT incomplete_details=OBJECT error=OBJECT usage=OBJECT tool_usage=OBJECT"
                        + " moderation=OBJECT billing=OBJECT prompt=OBJECT content_filters=ARRAY output=READ");
        for (String echo : ECHO.split(" ")) {
            all.put(echo, Kind.READ);
        }
        return all;
    }

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
