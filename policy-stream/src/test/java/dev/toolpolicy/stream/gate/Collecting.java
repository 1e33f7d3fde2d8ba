package dev.toolpolicy.stream.gate;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.List;

/** A client that keeps what it gets. */
record Collecting(List<StreamChunk> chunks) implements ChunkSink {
    @Override
    public void accept(StreamChunk chunk) {
        chunks.add(chunk);
    }

    @Override
    public void complete() {}

    @Override
    public void fail(Throwable error) {}
}
