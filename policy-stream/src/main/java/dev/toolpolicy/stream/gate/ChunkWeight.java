package dev.toolpolicy.stream.gate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.util.ArrayDeque;
import java.util.Deque;

/** The size of a waiting chunk: its characters, and the cost of its objects beside them. */
final class ChunkWeight {
    /** What is kept of a call beside its pieces. */
    static final int EACH_CALL = 2048;

    private static final int EACH_CHUNK = 128;
    private static final int EACH_PIECE = 64;
    private static final int EACH_VALUE = 64;

    private ChunkWeight() {}

    static long of(StreamChunk chunk) {
        long weight = (long) EACH_CHUNK
                + chunk.raw().map(String::length).orElse(0)
                + chunk.content().length();
        for (ToolCallDelta delta : chunk.toolCalls()) {
            weight += EACH_PIECE
                    + delta.id().length()
                    + delta.name().length()
                    + delta.arguments().length();
        }
        for (String field : chunk.unknownFields()) {
            weight += EACH_VALUE
                    + field.length()
                    + chunk.unknownField(field).map(ChunkWeight::of).orElse(0L);
        }
        return weight;
    }

    private static long of(JsonNode value) {
        long weight = 0;
        Deque<JsonNode> rest = new ArrayDeque<>();
        rest.add(value);
        while (!rest.isEmpty()) {
            JsonNode next = rest.remove();
            weight += EACH_VALUE + (next.isValueNode() ? next.asText().length() : 0);
            next.fieldNames().forEachRemaining(name -> rest.add(next.get(name)));
            if (next.isArray()) {
                next.forEach(rest::add);
            }
        }
        return weight;
    }
}
