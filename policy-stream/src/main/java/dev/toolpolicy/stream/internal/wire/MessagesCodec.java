package dev.toolpolicy.stream.internal.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.adapter.MessagesCalls;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import dev.toolpolicy.stream.internal.wire.Fields.Kind;
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
 * <p>A block of an unknown kind, and a call that the provider runs itself, is an unknown field under its
 * type.
 */
final class MessagesCodec implements ChunkCodec {
    private static final Map<String, Map<String, Kind>> EVENTS = Fields.table("messages.event");
    private static final Map<String, Kind> OTHER_EVENT = Fields.members("messages", "other_event");
    private static final Map<String, Kind> MESSAGE = Fields.members("messages", "message");
    private static final Map<String, Map<String, Kind>> BLOCKS = Fields.table("messages.block");
    private static final Map<String, Map<String, Kind>> DELTAS = Fields.table("messages.delta");
    private static final Map<String, Kind> END = Fields.members("messages", "end");
    /** Members that mean something in other blocks and events, and nothing where they don't belong. */
    private static final Set<String> ELSEWHERE = Set.of(("text citations thinking signature data id name input"
                    + " partial_json citation content content_block message delta index")
            .split(" "));

    private static final int NONE = -1;

    /** The kind of a block, as far as its deltas depend on it. */
    private enum Part {
        TEXT,
        /** A call whose input comes in deltas, or is empty. */
        CALL,
        /** A call that has its input already. */
        GIVEN_CALL,
        /** A call that the provider runs itself, such as {@code server_tool_use}, or anything that isn't known. */
        PROVIDER,
        /** A thought, or no block. */
        OTHER
    }

    private final boolean strict;
    private final MessagesWriter writer = new MessagesWriter();
    private Part kind = Part.OTHER;
    private int open = NONE;
    private int blocks;
    private int calls;
    private boolean started;
    private boolean ended;

    MessagesCodec(boolean strict) {
        this.strict = strict;
    }

    @Override
    public StreamChunk read(StreamedEvent event) throws WireException {
        if (event.data().isEmpty()) {
            return StreamChunk.empty().withRaw(event.raw());
        }
        ObjectNode json = WireJson.object(event.data());
        String type = WireJson.type(event, json);
        Map<String, JsonNode> unknown = new LinkedHashMap<>();
        check("", type, json, EVENTS.getOrDefault(type, OTHER_EVENT), unknown);
        StreamChunk chunk = switch (type) {
            case "message_start" -> started(Fields.object(json.path("message"), "message"), unknown);
            case "content_block_start" ->
                blockStarted(Fields.index(json), Fields.object(json.path("content_block"), "content_block"), unknown);
            case "content_block_delta" ->
                delta(Fields.index(json), Fields.object(json.path("delta"), "delta"), unknown);
            case "content_block_stop" -> stopped(Fields.index(json));
            case "message_delta" -> ended(json, unknown);
            case "message_stop", "ping", "error" -> StreamChunk.empty();
            default -> {
                Fields.note(unknown, type, json);
                yield StreamChunk.empty();
            }
        };
        boolean given = kind == Part.GIVEN_CALL && type.equals("content_block_start");
        return chunk.withRaw(given ? MessagesWriter.withPiece(json) : event.raw())
                .withUnknownFields(unknown);
    }

    /** Checks an object of a type; a member that belongs to another type is refused. */
    private static void check(
            String place, String type, JsonNode object, Map<String, Kind> known, Map<String, JsonNode> unknown)
            throws WireException {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = member.getKey();
            if (!known.containsKey(name) && ELSEWHERE.contains(name) && known != OTHER_EVENT) {
                throw new WireException(VisibleText.quoted(name, VisibleText.NAME) + " doesn't belong into "
                        + VisibleText.quoted(type, VisibleText.NAME));
            }
        }
        Fields.check(place, object, known, unknown);
    }

    private StreamChunk started(JsonNode message, Map<String, JsonNode> unknown) throws WireException {
        if (started || blocks > 0) {
            throw new WireException("a message starts twice");
        }
        started = true;
        Fields.check("message.", message, MESSAGE, unknown);
        if (!message.path("content").isEmpty()) {
            Fields.note(unknown, "message.content", message.path("content"));
            blocks =
                    strict ? Integer.MIN_VALUE : 0; // SDKs count these blocks, others don't, so no further one may come
        }
        return StreamChunk.empty().withRole(Fields.text(message, "role"));
    }

    private StreamChunk blockStarted(int index, JsonNode block, Map<String, JsonNode> unknown) throws WireException {
        if (ended) {
            throw new WireException("a content block starts after the message's end");
        }
        if (open != NONE || index != blocks) {
            throw new WireException("content block " + index + " doesn't follow the one before it");
        }
        open = index;
        blocks++;
        return block(block, unknown);
    }

    /** Reads a content block: all of it in a complete message, or its start in a stream. */
    private StreamChunk block(JsonNode block, Map<String, JsonNode> unknown) throws WireException {
        String type = Fields.text(block, "type");
        boolean isCall = type.endsWith("tool_use");
        String id = isCall ? Fields.text(block, "id") : "";
        String name = isCall ? MessagesCalls.name(Fields.text(block, "toolset_name"), Fields.text(block, "name")) : "";
        String input = isCall ? input(block.path("input")) : "";
        String text = type.equals("text") ? Fields.text(block, "text") : "";
        kind = switch (type) {
            case "text" -> Part.TEXT;
            case "thinking", "redacted_thinking" -> Part.OTHER;
            case "tool_use" -> callsByProgram(block) ? Part.PROVIDER : input.isEmpty() ? Part.CALL : Part.GIVEN_CALL;
            default -> Part.PROVIDER;
        };
        if (kind == Part.PROVIDER) {
            Fields.note(unknown, type, block);
            return StreamChunk.empty();
        }
        check("content_block.", type, block, BLOCKS.getOrDefault(type, OTHER_EVENT), unknown);
        if (isCall && strict && (id.isEmpty() || Fields.text(block, "name").isEmpty())) {
            throw new WireException("a call has no id or no name");
        }
        return switch (kind) {
            case TEXT -> StreamChunk.text(text);
            case CALL, GIVEN_CALL -> delta(new ToolCallDelta(calls++, id, name, input));
            default -> StreamChunk.empty();
        };
    }

    /** Returns the text of a call's input. An empty object means nothing: deltas follow, or the input is empty. */
    static String input(JsonNode input) {
        boolean nothing = input.isMissingNode() || input.isObject() && input.isEmpty();
        return nothing ? "" : input.toString();
    }

    /** Returns whether a program of the provider makes the call, and not the model. */
    static boolean callsByProgram(JsonNode block) {
        JsonNode caller = block.path("caller").path("type");
        return !caller.isMissingNode() && !caller.asText().equals("direct");
    }

    private static StreamChunk delta(ToolCallDelta delta) {
        return StreamChunk.empty().withToolCalls(List.of(delta));
    }

    private StreamChunk delta(int index, JsonNode delta, Map<String, JsonNode> unknown) throws WireException {
        requireOpen(index);
        String type = Fields.text(delta, "type");
        check("delta.", type, delta, DELTAS.getOrDefault(type, OTHER_EVENT), unknown);
        switch (type) {
            case "text_delta" -> {
                require(kind == Part.TEXT, type);
                return StreamChunk.text(Fields.text(delta, "text"));
            }
            case "input_json_delta" -> {
                String more = Fields.text(delta, "partial_json");
                require(kind == Part.CALL || kind == Part.PROVIDER || kind == Part.GIVEN_CALL && more.isEmpty(), type);
                return kind == Part.PROVIDER ? StreamChunk.empty() : delta(new ToolCallDelta(calls - 1, "", "", more));
            }
            case "thinking_delta", "signature_delta", "citations_delta" -> {
                return StreamChunk.empty();
            }
            default -> {
                Fields.note(unknown, type, delta);
                return StreamChunk.empty();
            }
        }
    }

    private StreamChunk stopped(int index) throws WireException {
        requireOpen(index);
        open = NONE;
        boolean call = kind == Part.CALL || kind == Part.GIVEN_CALL;
        kind = Part.OTHER;
        return call ? delta(new ToolCallDelta(calls - 1, "", "", "")) : StreamChunk.empty();
    }

    private void requireOpen(int index) throws WireException {
        if (index == NONE || index != open) {
            throw new WireException("content block " + index + " isn't the one that is open");
        }
    }

    private static void require(boolean fits, String type) throws WireException {
        if (!fits) {
            throw new WireException("\"" + type + "\" doesn't belong into its content block");
        }
    }

    private StreamChunk ended(JsonNode event, Map<String, JsonNode> unknown) throws WireException {
        JsonNode delta = Fields.object(event.path("delta"), "delta");
        check("delta.", "message_delta", delta, END, unknown);
        String reason = reason(Fields.text(delta, "stop_reason"));
        boolean cut = kind != Part.TEXT && kind != Part.OTHER && !reason.isEmpty();
        StreamChunk chunk = StreamChunk.finish(cut ? StreamChunk.LENGTH : reason);
        if (!chunk.finishReason().isEmpty()) {
            ended = true;
            open = NONE;
        }
        return withUsage(chunk, event.path("usage"));
    }

    private StreamChunk withUsage(StreamChunk chunk, JsonNode usage) {
        writer.keep(usage);
        return usage.isObject() ? chunk.withUsage(Fields.usage(usage)) : chunk;
    }

    /** Returns the finish reason of a stop reason. An unknown one counts as truncation. */
    static String reason(String said) {
        return switch (said) {
            case "end_turn", "stop_sequence" -> StreamChunk.STOP;
            case "tool_use" -> StreamChunk.TOOL_CALLS;
            case "max_tokens" -> StreamChunk.LENGTH;
            case "refusal" -> StreamChunk.CONTENT_FILTER;
            default -> Fields.unknownReason(said);
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
        ObjectNode whole = WireJson.object(text);
        if (!Fields.text(whole, "type").equals("message")
                || !whole.path("content").isArray()) {
            throw new WireException("expected a message with content");
        }
        Map<String, JsonNode> unknown = new LinkedHashMap<>();
        Fields.check("", whole, MESSAGE, unknown);
        Set<String> strange = Set.copyOf(unknown.keySet());
        StringBuilder content = new StringBuilder();
        List<ToolCallDelta> all = new ArrayList<>();
        for (JsonNode block : whole.path("content")) {
            StreamChunk read = block(block, unknown);
            content.append(read.content());
            all.addAll(read.toolCalls());
        }
        writer.keep(whole, content.toString(), strange);
        StreamChunk chunk = StreamChunk.empty()
                .withRole(Fields.text(whole, "role"))
                .withContent(content.toString())
                .withToolCalls(all)
                .withFinishReason(reason(Fields.text(whole, "stop_reason")));
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
