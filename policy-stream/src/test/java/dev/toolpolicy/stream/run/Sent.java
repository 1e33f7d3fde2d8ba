package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.ArrayList;
import java.util.List;

/** A client that keeps what it gets. */
public final class Sent implements ChunkSink {
    private final List<StreamChunk> chunks = new ArrayList<>();

    /** Runs a response through policies to its end, which must be complete, and returns what they send. */
    public static List<StreamChunk> by(StreamRunner runner, StreamRequest request, List<StreamChunk> response) {
        Sent sent = new Sent();
        if (runner.run(request, response.iterator(), sent) == StreamEvent.Outcome.DISCONNECTED) {
            throw new AssertionError("the client has not left");
        }
        return sent.chunks;
    }

    @Override
    public void accept(StreamChunk chunk) {
        chunks.add(chunk);
    }

    @Override
    public void complete() {}

    @Override
    public void fail(Throwable error) {}
}
