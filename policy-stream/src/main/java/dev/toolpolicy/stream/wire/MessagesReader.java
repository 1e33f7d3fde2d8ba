package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.adapter.MessagesCalls;
import dev.toolpolicy.stream.wire.MessageBlock.Kind;
import java.util.Set;

/**
 * Anthropic messages: content blocks start, get deltas and stop. The input of a tool use comes in deltas of its
 * text, or at once in the start, as in a whole body's {@code content}.
 */
final class MessagesReader implements EventReader {
    private static final Set<String> EVENTS = Set.of(
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop");
    private final WirePartList parts;
    private final MessagesCalls calls;

    MessagesReader(WirePartList parts) {
        this.parts = parts;
        calls = new MessagesCalls(parts);
    }

    @Override
    public WireFormat format() {
        return WireFormat.MESSAGES;
    }

    @Override
    public boolean recognises(JsonNode event) {
        String type = event.path("type").asText();
        return EVENTS.contains(type)
                || type.equals("message") && event.path("content").isArray();
    }

    @Override
    public void read(JsonNode event) throws WireException {
        int position = Math.max(0, Fields.index(event));
        switch (event.path("type").asText()) {
            case "message" -> whole(event);
            case "message_start" ->
                parts.model(event.path("message").path("model").asText());
            case "content_block_start" -> started(position, event.path("content_block"));
            case "content_block_delta" -> delta(position, event.path("delta"));
            case "content_block_stop" -> calls.stop(position);
            case "message_delta" ->
                calls.finish(event.path("delta").path("stop_reason").asText(""));
            case "error" -> calls.fail();
            default -> {} // pings, the message's stop
        }
    }

    private void whole(JsonNode message) throws WireException {
        parts.model(message.path("model").asText());
        int position = 0;
        for (JsonNode block : message.path("content")) {
            started(position, block);
            calls.stop(position);
            position++;
        }
        calls.finish(message.path("stop_reason").asText(""));
    }

    private void started(int position, JsonNode json) throws WireException {
        MessageBlock block = MessageBlock.of(json);
        parts.plain(block.text());
        if (block.kind() == Kind.CALL) {
            calls.start(position, block.id(), Fields.text(json, "toolset_name"), block.name(), block.input());
        } else if (block.kind() == Kind.PROVIDER_CALL) {
            calls.provided(position, block.id(), block.name(), block.input());
        }
    }

    private void delta(int position, JsonNode delta) throws WireException {
        switch (Fields.text(delta, "type")) {
            case "input_json_delta" -> calls.text(position, Fields.text(delta, "partial_json"));
            case "text_delta" -> parts.plain(Fields.text(delta, "text"));
            default -> {} // thinking, signatures, citations
        }
    }

    @Override
    public void end() {
        parts.finish(calls.isComplete(), calls.reason());
    }
}
