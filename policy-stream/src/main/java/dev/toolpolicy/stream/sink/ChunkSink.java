package dev.toolpolicy.stream.sink;

import dev.toolpolicy.stream.StreamChunk;
import java.io.IOException;

/**
 * Where a stream's output goes: a connection to a client, a queue, a list. Called by one thread at a time. At the end, and
 * whatever happens, exactly one of {@link #complete} and {@link #fail} is called, once, last.
 */
public interface ChunkSink {

    /**
     * Takes the next chunk. May block while the client is slow: that holds the model's response back.
     *
     * @param chunk the chunk
     * @throws IOException if the client has left: not an error, but the stream ends by it
     * @throws InterruptedException if the service wants the waiting thread to stop
     */
    void accept(StreamChunk chunk) throws IOException, InterruptedException;

    /**
     * Tells the client that somebody is there, while output is held back. Called only if the service wants heartbeats,
     * by the timer's thread, but never while another method runs. Must not block for long.
     *
     * @throws IOException if the client has left
     */
    default void heartbeat() throws IOException {}

    /**
     * The output ends well.
     *
     * @throws IOException if the client has left
     */
    void complete() throws IOException;

    /**
     * The output ends badly, perhaps in the middle: what came so far isn't a whole response.
     *
     * @param error what failed; a {@link java.util.concurrent.CancellationException} if the service cancelled the
     *     stream, a {@link dev.toolpolicy.stream.StreamContext.ClosedException} if the client left
     */
    void fail(Throwable error);
}
