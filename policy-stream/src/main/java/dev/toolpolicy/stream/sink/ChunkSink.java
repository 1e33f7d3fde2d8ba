package dev.toolpolicy.stream.sink;

import dev.toolpolicy.stream.StreamChunk;
import java.io.IOException;

/**
 * The receiver of a stream's output: a connection to a client, a queue, a list. Called by one thread at a time. At the
 * end, also after a failure, exactly one of {@link #complete} and {@link #fail} is called, once, last.
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
     * Shows the client that the service is alive while output is held back. Called only if the service wants
     * heartbeats, by the timer's thread, but never while another method runs. Must not block for long.
     *
     * @throws IOException if the client has left
     */
    default void heartbeat() throws IOException {}

    /**
     * Ends the output well.
     *
     * @throws IOException if the client has left
     */
    void complete() throws IOException;

    /**
     * Ends the output with a failure, perhaps in the middle: the output so far isn't a complete response.
     *
     * @param error what failed; a {@link java.util.concurrent.CancellationException} if the service cancelled the
     *     stream, a {@link dev.toolpolicy.stream.StreamContext.ClosedException} if the client left
     */
    void fail(Throwable error);
}
