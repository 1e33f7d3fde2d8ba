package dev.toolpolicy.examples.agent;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.turn.CallResult;
import java.util.List;

/** A conversation as the request for the next response. Immutable. */
final class ModelRequest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_TOKENS = 8192;

    private final String model;
    private final ToolCatalog tools;

    ModelRequest(String model, ToolCatalog tools) {
        this.model = model;
        this.tools = tools;
    }

    /** For OpenAI chat completions. */
    ObjectNode chat(List<Message> conversation) {
        ObjectNode body = JSON.createObjectNode().put("model", model).put("stream", true);
        ArrayNode messages = body.putArray("messages");
        for (Message message : conversation) {
            if (message instanceof Message.User user) {
                messages.addObject().put("role", "user").put("content", user.text());
            } else if (message instanceof Message.Assistant said) {
                chatSaid(messages.addObject().put("role", "assistant").put("content", said.text()), said);
            } else if (message instanceof Message.Results told) {
                for (CallResult result : told.results()) {
                    messages.addObject()
                            .put("role", "tool")
                            .put("tool_call_id", result.callId())
                            .put("content", result.text());
                }
            }
        }
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

    private static void chatSaid(ObjectNode message, Message.Assistant said) {
        for (CallRecord call : said.calls()) {
            message.withArray("/tool_calls")
                    .addObject()
                    .put("id", call.callId())
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.tool())
                    .put("arguments", call.arguments().toString());
        }
    }

    /** For Anthropic messages. */
    ObjectNode messages(List<Message> conversation) {
        ObjectNode body =
                JSON.createObjectNode().put("model", model).put("stream", true).put("max_tokens", MOST_TOKENS);
        ArrayNode messages = body.putArray("messages");
        for (Message message : conversation) {
            if (message instanceof Message.User user) {
                messages.addObject().put("role", "user").put("content", user.text());
            } else if (message instanceof Message.Assistant said) {
                ArrayNode content =
                        messages.addObject().put("role", "assistant").putArray("content");
                if (!said.text().isBlank()) {
                    content.addObject().put("type", "text").put("text", said.text());
                }
                for (CallRecord call : said.calls()) {
                    ObjectNode use = content.addObject()
                            .put("type", "tool_use")
                            .put("id", call.callId())
                            .put("name", call.tool());
                    use.set("input", call.arguments());
                }
            } else if (message instanceof Message.Results told) {
                ArrayNode content = messages.addObject().put("role", "user").putArray("content");
                for (CallResult result : told.results()) {
                    content.addObject()
                            .put("type", "tool_result")
                            .put("tool_use_id", result.callId())
                            .put("content", result.text())
                            .put("is_error", !result.success());
                }
            }
        }
        ArrayNode declared = body.putArray("tools");
        for (ToolSpec<?> tool : tools.tools()) {
            ObjectNode made = declared.addObject().put("name", tool.name()).put("description", tool.description());
            made.set("input_schema", tool.schema().toJson());
        }
        return body;
    }
}
