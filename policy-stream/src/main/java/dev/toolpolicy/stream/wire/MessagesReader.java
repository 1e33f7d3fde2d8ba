package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.wire.MessageBlock.Kind;
import dev.toolpolicy.stream.wire.WirePart.Owner;
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
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop");
    /** All other reasons are cuts, those that aren't known yet among them; a turn that pauses goes on in another response. */
    private static final Set<String> COMPLETE = Set.of("tool_use", "end_turn", "stop_sequence");

    private final WirePartList parts;
    private final Map<Integer, String> inputs = new HashMap<>();
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
            case "content_block_stop" -> stopped(position);
            case "message_delta" ->
                finish = event.path("delta").path("stop_reason").asText(finish);
            case "error" -> failed = true;
            default -> {} // pings, the message's stop
        }
    }

    private void whole(JsonNode message) throws WireException {
        parts.model(message.path("model").asText());
        int position = 0;
        for (JsonNode block : message.path("content")) {
            started(position, block);
            stopped(position);
            position++;
        }
        finish = message.path("stop_reason").asText("");
    }

    private void started(int position, JsonNode json) throws WireException {
        MessageBlock block = MessageBlock.of(json);
        parts.plain(block.text());
        if (block.kind() == Kind.CALL || block.kind() == Kind.PROVIDER_CALL) {
            Owner owner = block.kind() == Kind.CALL ? Owner.SERVICE : Owner.PROVIDER;
            parts.start(position, block.id(), block.name(), owner);
            inputs.put(position, block.input());
            streamed.remove(position);
        }
    }

    private void delta(int position, JsonNode delta) throws WireException {
        switch (Fields.text(delta, "type")) {
            case "input_json_delta" -> {
                streamed.add(position);
                parts.text(position, Fields.text(delta, "partial_json"));
            }
            case "text_delta" -> parts.plain(Fields.text(delta, "text"));
            default -> {} // thinking, signatures, citations
        }
    }

    private void stopped(int position) {
        String input = inputs.remove(position);
        if (input != null) {
            if (!streamed.contains(position)) {
                parts.text(position, input);
            }
            parts.end(position);
        }
    }

    @Override
    public void end() {
        boolean complete = COMPLETE.contains(finish);
        String reason = finish.isEmpty() ? "no stop reason" : finish;
        if (complete && !inputs.isEmpty()) {
            complete = false;
            reason += ", but a call has no end";
        }
        parts.finish(complete && !failed, failed ? "error" : reason);
    }
}
