package dev.toolpolicy.examples.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.examples.wire.WirePart.Owner;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Anthropic messages: content blocks start, get deltas and stop. The input of a tool use comes in deltas of its
 * text, or at once in the start, as in a whole body's {@code content}.
 */
final class MessagesReader implements EventReader {
    private static final Set<String> EVENTS = Set.of(
            "message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta",
            "message_stop");
    private static final Set<String> COMPLETE = Set.of("tool_use", "end_turn", "stop_sequence", "pause_turn");

    private final WirePartList parts;
    private final Map<Integer, JsonNode> inputs = new HashMap<>();
    private final Set<Integer> streamed = new HashSet<>();
    private String finish = "";
    private boolean failed;

    MessagesReader(WirePartList parts) {
        this.parts = parts;
    }

    @Override
    public WireFormat format() {
        return WireFormat.MESSAGES;
    }

    @Override
    public boolean recognises(JsonNode event) {
        String type = event.path("type").asText();
        return EVENTS.contains(type) || type.equals("message") && event.path("content").isArray();
    }

    @Override
    public void read(JsonNode event) {
        int position = event.path("index").asInt();
        switch (event.path("type").asText()) {
            case "message" -> whole(event);
            case "message_start" -> parts.model(event.path("message").path("model").asText());
            case "content_block_start" -> started(position, event.path("content_block"));
            case "content_block_delta" -> delta(position, event.path("delta"));
            case "content_block_stop" -> stopped(position);
            case "message_delta" -> finish = event.path("delta").path("stop_reason").asText(finish);
            case "error" -> failed = true;
            default -> { }      // pings, the message's stop
        }
    }

    private void whole(JsonNode message) {
        parts.model(message.path("model").asText());
        int position = 0;
        for (JsonNode block : message.path("content")) {
            started(position, block);
            stopped(position);
            position++;
        }
        finish = message.path("stop_reason").asText("");
    }

    private void started(int position, JsonNode block) {
        String type = block.path("type").asText();
        if (type.equals("text")) {
            parts.plain(block.path("text").asText(""));
        } else if (type.endsWith("tool_use")) {     // tool_use is ours; server_tool_use and mcp_tool_use are not
            Owner owner = type.equals("tool_use") ? Owner.SERVICE : Owner.PROVIDER;
            parts.start(position, block.path("id").asText(""), block.path("name").asText(""), owner);
            inputs.put(position, block.path("input"));
            streamed.remove(position);
        }
    }

    private void delta(int position, JsonNode delta) {
        switch (delta.path("type").asText()) {
            case "input_json_delta" -> {
                streamed.add(position);
                parts.text(position, delta.path("partial_json").asText());
            }
            case "text_delta" -> parts.plain(delta.path("text").asText());
            default -> { }      // thinking, signatures, citations
        }
    }

    private void stopped(int position) {
        JsonNode input = inputs.remove(position);
        if (input != null) {
            if (!streamed.contains(position) && !isPlaceholder(input)) {
                parts.text(position, input.toString());
            }
            parts.end(position);
        }
    }

    /** An empty object in the start says nothing: deltas follow, or the input is empty. */
    private static boolean isPlaceholder(JsonNode input) {
        return input.isMissingNode() || input.isObject() && input.isEmpty();
    }

    @Override
    public void end() {
        String reason = finish.isEmpty() ? "no stop reason" : finish;
        parts.finish(!failed && COMPLETE.contains(finish), failed ? "error" : reason);
    }
}
