package dev.toolpolicy.stream.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Anthropic messages. Content blocks come one after the other: one is open at a time, and their indexes count up. So a
 * text in the place of a call takes the call's index, and what follows stays as it came. A response that does
 * otherwise is refused.
 *
 * <p>A block of a kind that nobody knows here, and a call that the provider runs itself, is an unknown field under its
 * type.
 */
final class MessagesCodec implements ChunkCodec {
    private static final Set<String> EVENT = Set.of("type", "index", "content_block", "delta", "message", "usage",
            "error", "context_management");
    private static final Set<String> MESSAGE = Set.of(
            "id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "stop_details", "usage",
            "container", "context_management");
    private static final Set<String> BLOCK = Set.of("type", "text", "citations", "thinking", "signature", "data",
            "id", "name", "input", "caller");
    private static final Set<String> DELTA = Set.of("type", "text", "partial_json", "thinking", "signature",
            "citation");
    private static final Set<String> END = Set.of("stop_reason", "stop_sequence", "stop_details", "container");
    private static final int NONE = -1;

    /** What a block is, as far as its deltas depend on it. */
    private enum Kind { TEXT, CALL, GIVEN_CALL, PROVIDER, OTHER }

    private final MessagesWriter writer = new MessagesWriter();
    private Kind kind = Kind.OTHER;
    private int open = NONE;
    private int blocks;
    private int calls;

    @Override
    public StreamChunk read(StreamedEvent event) throws WireException {
        if (event.data().isEmpty()) {
            return StreamChunk.empty().withRaw(event.raw());
        }
        ObjectNode json = WireEvents.object(event.data());
        String type = Fields.text(json, "type");
        if (!event.name().isEmpty() && !event.name().equals(type)) {
            throw new WireException("the event \"" + Shortened.of(event.name(), 60) + "\" says that it is another");
        }
        Map<String, JsonNode> unknown = new LinkedHashMap<>();
        Fields.unknown("", json, EVENT, unknown);
        StreamChunk chunk = switch (type) {
            case "message_start" -> started(json.path("message"), unknown);
            case "content_block_start" -> blockStarted(Fields.index(json), json.path("content_block"), unknown);
            case "content_block_delta" -> delta(Fields.index(json), json.path("delta"), unknown);
            case "content_block_stop" -> stopped(Fields.index(json));
            case "message_delta" -> ended(json, unknown);
            case "message_stop", "ping", "error" -> StreamChunk.empty();
            default -> {
                unknown.put(type, json);
                yield StreamChunk.empty();
            }
        };
        return chunk.withRaw(event.raw()).withUnknownFields(unknown);
    }

    private static StreamChunk started(JsonNode message, Map<String, JsonNode> unknown) throws WireException {
        Fields.unknown("message.", message, MESSAGE, unknown);
        if (!message.path("content").isEmpty()) {
            unknown.put("message.content", message.path("content"));
        }
        return StreamChunk.empty().withRole(Fields.text(message, "role"));
    }

    private StreamChunk blockStarted(int index, JsonNode block, Map<String, JsonNode> unknown) throws WireException {
        if (open != NONE || index != blocks) {
            throw new WireException("content block " + index + " doesn't follow the one before it");
        }
        open = index;
        blocks++;
        return block(block, unknown);
    }

    private StreamChunk block(JsonNode json, Map<String, JsonNode> unknown) throws WireException {
        MessageBlock block = MessageBlock.of(json);
        boolean ours = block.kind() == MessageBlock.Kind.CALL && !callsByProgram(json);
        kind = switch (block.kind()) {
            case TEXT -> Kind.TEXT;
            case THOUGHT -> Kind.OTHER;
            default -> !ours ? Kind.PROVIDER : block.input().isEmpty() ? Kind.CALL : Kind.GIVEN_CALL;
        };
        if (kind == Kind.PROVIDER) {
            unknown.put(block.type(), json);
            return StreamChunk.empty();
        }
        Fields.unknown("content_block.", json, BLOCK, unknown);
        return switch (kind) {
            case TEXT -> StreamChunk.text(block.text());
            case CALL, GIVEN_CALL -> delta(new ToolCallDelta(calls++, block.id(), block.name(), block.input()));
            default -> StreamChunk.empty();
        };
    }

    /** A call that a program of the provider makes, and not the model. */
    private static boolean callsByProgram(JsonNode block) {
        JsonNode caller = block.path("caller").path("type");
        return !caller.isMissingNode() && !caller.asText().equals("direct");
    }

    private static StreamChunk delta(ToolCallDelta delta) {
        return StreamChunk.empty().withToolCalls(List.of(delta));
    }

    private StreamChunk delta(int index, JsonNode delta, Map<String, JsonNode> unknown) throws WireException {
        requireOpen(index);
        String type = Fields.text(delta, "type");
        if (kind != Kind.PROVIDER) {
            Fields.unknown("delta.", delta, DELTA, unknown);
        }
        switch (type) {
            case "text_delta" -> {
                require(kind == Kind.TEXT, type);
                return StreamChunk.text(Fields.text(delta, "text"));
            }
            case "input_json_delta" -> {
                String more = Fields.text(delta, "partial_json");
                require(kind == Kind.CALL || kind == Kind.PROVIDER || kind == Kind.GIVEN_CALL && more.isEmpty(), type);
                return kind == Kind.PROVIDER ? StreamChunk.empty() : delta(new ToolCallDelta(calls - 1, "", "", more));
            }
            case "thinking_delta", "signature_delta", "citations_delta" -> {
                return StreamChunk.empty();
            }
            default -> {
                unknown.put(type, delta);
                return StreamChunk.empty();
            }
        }
    }

    private StreamChunk stopped(int index) throws WireException {
        requireOpen(index);
        open = NONE;
        boolean call = kind == Kind.CALL || kind == Kind.GIVEN_CALL;
        return call ? delta(new ToolCallDelta(calls - 1, "", "", "")) : StreamChunk.empty();
    }

    private void requireOpen(int index) throws WireException {
        if (index != open) {
            throw new WireException("content block " + index + " isn't the one that is open");
        }
    }

    private static void require(boolean fits, String type) throws WireException {
        if (!fits) {
            throw new WireException("\"" + type + "\" doesn't belong into its content block");
        }
    }

    private StreamChunk ended(JsonNode event, Map<String, JsonNode> unknown) throws WireException {
        Fields.unknown("delta.", event.path("delta"), END, unknown);
        StreamChunk chunk = StreamChunk.finish(reason(Fields.text(event.path("delta"), "stop_reason")));
        return withUsage(chunk, event.path("usage"));
    }

    private StreamChunk withUsage(StreamChunk chunk, JsonNode usage) {
        writer.keep(usage);
        return usage.isObject() ? chunk.withUsage(Fields.usage(usage)) : chunk;
    }

    /** A stop reason in the words of chunks; what nobody knows stays, and cuts. */
    static String reason(String said) {
        return switch (said) {
            case "end_turn", "stop_sequence" -> StreamChunk.STOP;
            case "tool_use" -> StreamChunk.TOOL_CALLS;
            case "max_tokens" -> StreamChunk.LENGTH;
            case "refusal" -> StreamChunk.CONTENT_FILTER;
            default -> said;
        };
    }

    @Override
    public String write(StreamChunk chunk) {
        return writer.write(chunk);
    }

    @Override
    public String end() {
        return writer.end();
    }

    @Override
    public String failure(String message) {
        return "event: error\ndata: " + error("api_error", message) + "\n\n";
    }

    @Override
    public StreamChunk readWhole(String text) throws WireException {
        ObjectNode whole = WireEvents.object(text);
        if (!Fields.text(whole, "type").equals("message") || !whole.path("content").isArray()) {
            throw new WireException("expected a message with content");
        }
        Map<String, JsonNode> unknown = new LinkedHashMap<>();
        Fields.unknown("", whole, MESSAGE, unknown);
        StringBuilder content = new StringBuilder();
        List<ToolCallDelta> all = new ArrayList<>();
        for (JsonNode block : whole.path("content")) {
            StreamChunk read = block(block, unknown);
            content.append(read.content());
            all.addAll(read.toolCalls());
        }
        writer.keep(whole, content.toString());
        StreamChunk chunk = StreamChunk.empty().withRole(Fields.text(whole, "role")).withContent(content.toString())
                .withToolCalls(all).withFinishReason(reason(Fields.text(whole, "stop_reason")));
        return withUsage(chunk, whole.path("usage")).withRaw(text).withUnknownFields(unknown);
    }

    @Override
    public String writeWhole(List<StreamChunk> chunks) {
        return chunks.get(0).raw().orElseGet(() -> writer.whole(chunks.get(0)));
    }

    @Override
    public String error(String type, String message) {
        ObjectNode error = JsonNodeFactory.instance.objectNode().put("type", "error");
        error.putObject("error").put("type", type).put("message", message);
        return error.toString();
    }
}
