package dev.toolpolicy.stream.sink;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamClosedException;
import java.io.IOException;

/** A sink that closes once, on the first of several calls, and accepts nothing afterwards. */
public final class OnceClosed implements ChunkSink {
    private final ChunkSink sink;
    private boolean closed;

    public OnceClosed(ChunkSink sink) {
        this.sink = sink;
    }

    @Override
    public void accept(StreamChunk chunk) throws IOException, InterruptedException {
        if (closed) {
            throw new StreamClosedException("the stream is closed");
        }
        sink.accept(chunk);
    }

    @Override
    public void heartbeat() throws IOException {
        if (!closed) {
            sink.heartbeat();
        }
    }

    @Override
    public void complete() throws IOException {
        if (!closed) {
            closed = true;
            sink.complete();
        }
    }

    @Override
    public void fail(Throwable error) {
        if (!closed) {
            closed = true;
            sink.fail(error);
        }
    }
}
