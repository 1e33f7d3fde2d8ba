package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.Optional;

/** Writes messages: follows the unchanged events, so that new ones fit between them. */
final class MessagesWriter extends ResponseWriter {
    private JsonNode usage = JsonNodeFactory.instance.objectNode().put("output_tokens", 0);
    private boolean started;
    private boolean finished;
    private boolean stopped;
    private boolean open;
    private boolean openText;
    private int next;

    void keep(JsonNode used) {
        usage = used.isObject() && !Fields.hidesCall(used) ? used : usage;
    }

    @Override
    String follow(ObjectNode event, String raw, String content, StringBuilder out) {
        switch (event.path("type").asText()) {
            case "message_start" -> started = true;
            case "content_block_start" -> {
                open = true;
                openText = event.path("content_block").path("type").asText().equals("text");
                next = event.path("index").asInt() + 1;
            }
            case "content_block_stop" -> open = false;
            case "message_delta" -> finished = true;
            case "message_stop" -> stopped = true;
            default -> {} // a piece of a block, or a sign of life
        }
        return raw;
    }

    /** Returns the start of a call whose input is in it as clients expect it: the input follows in a piece. */
    static String withPiece(ObjectNode start) {
        StringBuilder out = new StringBuilder();
        ObjectNode block = (ObjectNode) start.path("content_block");
        String input = MessagesCodec.input(block.path("input"));
        block.putObject("input");
        append(start, out);
        piece(start.path("index").intValue(), "input_json_delta", "partial_json", input, out);
        return out.toString();
    }

    @Override
    void text(String text, StringBuilder out) {
        boolean apart = !open || !openText;
        if (apart) {
            start(notice(""), out);
            openText = true;
        }
        piece(next - 1, "text_delta", "text", text, out);
        if (apart) {
            close(out);
        }
    }

    /** Writes a complete call: a gate never truncates one. */
    @Override
    void call(ToolCallDelta call, StringBuilder out) {
        ObjectNode block = event("tool_use").put("id", call.id()).put("name", call.name());
        block.putObject("input");
        start(block, out);
        openText = false;
        piece(next - 1, "input_json_delta", "partial_json", call.arguments(), out);
        close(out);
    }

    private void start(ObjectNode block, StringBuilder out) {
        if (!started) {
            started = true;
            ObjectNode message = JsonNodeFactory.instance
                    .objectNode()
                    .put("id", "msg_tool_policy")
                    .put("type", "message")
                    .put("role", "assistant")
                    .put("model", "");
            message.putArray("content");
            message.putNull("stop_reason").putNull("stop_sequence");
            message.putObject("usage").put("input_tokens", 0).put("output_tokens", 0);
            ObjectNode event = event("message_start");
            event.set("message", message);
            append(event, out);
        }
        close(out);
        ObjectNode event = event("content_block_start").put("index", next);
        event.set("content_block", block);
        append(event, out);
        open = true;
        next++;
    }

    private static void piece(int index, String type, String member, String text, StringBuilder out) {
        ObjectNode event = event("content_block_delta").put("index", index);
        event.putObject("delta").put("type", type).put(member, text);
        append(event, out);
    }

    private void close(StringBuilder out) {
        if (open) {
            open = false;
            append(event("content_block_stop").put("index", next - 1), out);
        }
    }

    @Override
    void finish(String reason, StringBuilder out) {
        close(out);
        ObjectNode event = event("message_delta");
        event.putObject("delta").put("stop_reason", word(reason)).putNull("stop_sequence");
        event.set("usage", usage);
        append(event, out);
        finished = true;
    }

    private static String word(String reason) {
        return switch (reason) {
            case StreamChunk.STOP -> "end_turn";
            case StreamChunk.TOOL_CALLS -> "tool_use";
            case StreamChunk.LENGTH -> "max_tokens";
            case StreamChunk.CONTENT_FILTER -> "refusal";
            default -> reason;
        };
    }

    String end() {
        if (!finished || stopped) {
            return "";
        }
        stopped = true;
        StringBuilder out = new StringBuilder();
        append(event("message_stop"), out);
        return out.toString();
    }

    /** Returns an event or a block of a type. */
    private static ObjectNode event(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    private static void append(ObjectNode event, StringBuilder out) {
        out.append("event: ")
                .append(event.path("type").asText())
                .append("\ndata: ")
                .append(event)
                .append("\n\n");
    }

    /** Returns the message with its remaining calls. */
    String whole(StreamChunk chunk) {
        ObjectNode message = remaining(chunk, "content").put("role", "assistant");
        if (!MessagesCodec.reason(message.path("stop_reason").asText()).equals(chunk.finishReason())) {
            message.put("stop_reason", word(chunk.finishReason()));
        }
        return message.toString();
    }

    @Override
    Optional<ToolCallDelta> call(JsonNode block) {
        return block.path("type").asText().equals("tool_use")
                ? Optional.of(new ToolCallDelta(
                        0,
                        block.path("id").asText(),
                        block.path("name").asText(),
                        MessagesCodec.input(block.path("input"))))
                : Optional.empty();
    }

    @Override
    ObjectNode notice(String text) {
        return event("text").put("text", text);
    }
}
