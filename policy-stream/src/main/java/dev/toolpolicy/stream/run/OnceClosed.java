package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;

/** A sink that closes once, on the first of several calls, and accepts nothing afterwards. */
final class OnceClosed implements ChunkSink {
    private final ChunkSink sink;
    private boolean closed;

    OnceClosed(ChunkSink sink) {
        this.sink = sink;
    }

    @Override
    public void accept(StreamChunk chunk) throws IOException, InterruptedException {
        if (closed) {
            throw new StreamContext.ClosedException("the stream is closed");
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
