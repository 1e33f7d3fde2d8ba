package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.CancellationException;

/**
 * A stream policy that reads and writes the stream itself; its output is not checked. {@code StreamRunner::run} is one.
 * {@link #run} runs it and closes both ends.
 */
@FunctionalInterface
public interface RawStreamPolicy {

    /**
     * Takes a response and sends what the client is to get. May end the output; if it returns without, the output ends
     * well, and if it throws, badly.
     *
     * @param request the request that the response answers
     * @param incoming the response
     * @param outgoing the client
     * @throws IOException if the client has left, as the sink says
     * @throws InterruptedException if the service wants the thread to stop
     */
    void process(StreamRequest request, Iterator<? extends StreamChunk> incoming, ChunkSink outgoing)
            throws IOException, InterruptedException;

    /**
     * Runs the policy on the calling thread, and closes both ends exactly once.
     *
     * @param request the request that the response answers
     * @param response the response; closed in the end if it is {@link AutoCloseable}
     * @param client gets what the policy sends
     * @return completed, or disconnected
     * @throws CancellationException if the thread was interrupted while the policy waited
     */
    default StreamEvent.Outcome run(StreamRequest request, Iterator<? extends StreamChunk> response, ChunkSink client) {
        OnceClosed sink = new OnceClosed(client);
        try {
            process(request, response, sink);
            sink.complete();
            return StreamEvent.Outcome.COMPLETED;
        } catch (IOException e) {
            sink.fail(e);
            return StreamEvent.Outcome.DISCONNECTED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("the stream was cancelled");
            sink.fail(cancelled);
            throw cancelled;
        } catch (Throwable e) {
            sink.fail(e);
            throw e;
        } finally {
            StreamRunner.close(response);
        }
    }
}
