package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.internal.flow.HistoryLabels;
import dev.toolpolicy.stream.internal.wire.WireException;
import dev.toolpolicy.stream.internal.wire.WireJson;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conversation that a request continues: its calls and results, in the providers' formats, by their members. */
final class RequestHistory {
    /** Members by which a request has the provider read what isn't in it; the last two are of xAI and OpenRouter. */
    private static final List<String> OUTSIDE = List.of(
            "previous_response_id", "conversation", "prompt", "web_search_options", "search_parameters", "plugins");
    /** Who writes messages that aren't the model's. */
    private static final Set<String> HOST = Set.of("user", "system", "developer");

    private RequestHistory() {}

    /** Tells the conversation of a request. */
    static void tell(ObjectNode body, HistoryLabels history) {
        body.path("messages").forEach(message -> message(message, history));
        body.path("input").forEach(item -> item(item, history));
        if (OUTSIDE.stream().anyMatch(body::hasNonNull)) {
            history.unseen();
        }
    }

    private static void message(JsonNode message, HistoryLabels history) {
        String role = text(message, "role");
        if (role.equals("tool")) {
            history.result(text(message, "tool_call_id"));
        } else if (role.equals("function")) { // the form before tools, without ids
            history.call("", text(message, "name"), null);
            history.result("");
        } else if (!HOST.contains(role)) {
            history.answer();
        }
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path(call.has("function") ? "function" : "custom");
            history.call(text(call, "id"), text(function, "name"), object(function.path("arguments")));
        }
        if (!message.path("annotations").isEmpty()) { // pages that the provider's search found
            history.call("", "web_search", null);
            history.result("");
        }
        message.path("content").forEach(block -> block(block, history));
    }

    private static void block(JsonNode block, HistoryLabels history) {
        if (text(block, "type").endsWith("tool_use")) {
            history.call(text(block, "id"), text(block, "name"), object(block.path("input")));
        } else if (block.has("tool_use_id")) {
            history.result(text(block, "tool_use_id"));
        }
    }

    private static void item(JsonNode item, HistoryLabels history) {
        String type = text(item, "type");
        String id = text(item, item.has("call_id") ? "call_id" : "id");
        if (type.endsWith("_output")) {
            history.result(id);
        } else if (type.equals("function_call") || type.equals("custom_tool_call")) {
            history.call(id, text(item, "name"), object(item.path("arguments")));
        } else if (type.endsWith("_call")) {
            history.call(id, item.has("name") ? text(item, "name") : provided(type), null);
            if (!item.has("call_id")) { // the provider ran it, and its text is in the item
                history.result(id);
            }
        } else if (type.isEmpty() || type.equals("message")) {
            message(item, history);
        } else if (type.equals("reasoning")) {
            history.answer();
        } else {
            history.unseen();
        }
    }

    /** Returns the tool of an item that is named after it, such as {@code web_search_call}. */
    static String provided(String type) {
        return type.substring(0, type.length() - "_call".length());
    }

    private static String text(JsonNode holder, String member) {
        return holder.path(member).asText();
    }

    /** Returns the arguments of a call, which are an object or its text; null if they are neither. */
    private static @Nullable ObjectNode object(JsonNode arguments) {
        if (arguments instanceof ObjectNode object) {
            return object;
        }
        try {
            return arguments.isTextual() ? WireJson.object(arguments.textValue()) : null;
        } catch (WireException notAnObject) {
            return null;
        }
    }
}
