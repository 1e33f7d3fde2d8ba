package dev.toolpolicy.stream.internal.wire;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamChunk.ToolCallDelta;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Recorded bodies as the chunks that stream policies see. */
final class StreamChunks {
    private StreamChunks() {}

    /** Of any format, by way of its parts. */
    static List<StreamChunk> ofParts(List<WirePart> parts) {
        List<StreamChunk> chunks = new ArrayList<>();
        for (WirePart part : parts) {
            switch (part.kind()) {
                case TEXT -> chunks.add(StreamChunk.text(part.text()));
                case CALL, PROVIDER_CALL -> chunks.add(delta(part.position(), part.id(), part.text(), ""));
                case ARGUMENTS -> chunks.add(delta(part.position(), "", "", part.text()));
                case COMPLETE -> chunks.add(StreamChunk.finish(StreamChunk.TOOL_CALLS));
                case CUT -> {
                    if (!part.text().startsWith("no ")) {
                        chunks.add(StreamChunk.finish(StreamChunk.LENGTH));
                    }
                }
            }
        }
        return chunks;
    }

    private static StreamChunk delta(int index, String id, String name, String arguments) {
        return StreamChunk.empty().withToolCalls(List.of(new ToolCallDelta(index, id, name, arguments)));
    }

    /** Event by event as a proxy sees them, with nothing made better: missing indexes, repeated names, late usage. */
    static List<StreamChunk> ofEvents(ChunkCodec codec, String body) throws IOException, WireException {
        List<StreamChunk> chunks = new ArrayList<>();
        EventStream events = new EventStream(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)), 1 << 20);
        for (Optional<StreamedEvent> event = events.next(); event.isPresent(); event = events.next()) {
            chunks.add(codec.read(event.get()));
        }
        return chunks;
    }
}
