package dev.toolpolicy.examples.agent;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.CallResult;
import java.util.List;

/** A conversation as the request for the next response. Immutable. */
record ModelRequest(String model, ToolCatalog tools) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_TOKENS = 8192;

    /** Creates a request for OpenAI chat completions. */
    ObjectNode chat(List<Message> conversation) {
        ObjectNode body = JSON.createObjectNode().put("model", model).put("stream", true);
        ArrayNode messages = body.putArray("messages");
        conversation.forEach(message -> writeChat(messages, message));
        ArrayNode declared = body.putArray("tools");
        for (ToolSpec<?> tool : tools.tools()) {
            ObjectNode function = declared.addObject()
                    .put("type", "function")
                    .putObject("function")
                    .put("name", tool.name())
                    .put("description", tool.description());
            function.set("parameters", tool.schema().toJson());
        }
        return body;
    }

    private static void writeChat(ArrayNode messages, Message message) {
        switch (message.kind()) {
            case USER -> messages.addObject().put("role", "user").put("content", message.text());
            case ASSISTANT -> {
                ObjectNode all = messages.addObject().put("role", "assistant").put("content", message.text());
                for (CallRecord call : message.calls()) {
                    all.withArray("/tool_calls")
                            .addObject()
                            .put("id", call.callId())
                            .put("type", "function")
                            .putObject("function")
                            .put("name", call.tool())
                            .put("arguments", call.arguments().toString());
                }
            }
            case RESULTS -> {
                for (CallResult result : message.results()) {
                    messages.addObject()
                            .put("role", "tool")
                            .put("tool_call_id", result.callId())
                            .put("content", result.forModel());
                }
            }
        }
    }

    /** Creates a request for Anthropic messages. */
    ObjectNode messages(List<Message> conversation) {
        ObjectNode body =
                JSON.createObjectNode().put("model", model).put("stream", true).put("max_tokens", MOST_TOKENS);
        ArrayNode messages = body.putArray("messages");
        conversation.forEach(message -> writeMessages(messages, message));
        ArrayNode declared = body.putArray("tools");
        for (ToolSpec<?> tool : tools.tools()) {
            ObjectNode made = declared.addObject().put("name", tool.name()).put("description", tool.description());
            made.set("input_schema", tool.schema().toJson());
        }
        return body;
    }

    private static void writeMessages(ArrayNode messages, Message message) {
        switch (message.kind()) {
            case USER -> messages.addObject().put("role", "user").put("content", message.text());
            case ASSISTANT -> {
                ArrayNode content =
                        messages.addObject().put("role", "assistant").putArray("content");
                if (!message.text().isBlank()) {
                    content.addObject().put("type", "text").put("text", message.text());
                }
                for (CallRecord call : message.calls()) {
                    ObjectNode use = content.addObject()
                            .put("type", "tool_use")
                            .put("id", call.callId())
                            .put("name", call.tool());
                    use.set("input", call.arguments());
                }
            }
            case RESULTS -> {
                ArrayNode content = messages.addObject().put("role", "user").putArray("content");
                for (CallResult result : message.results()) {
                    content.addObject()
                            .put("type", "tool_result")
                            .put("tool_use_id", result.callId())
                            .put("content", result.forModel())
                            .put("is_error", !result.success());
                }
            }
        }
    }
}
