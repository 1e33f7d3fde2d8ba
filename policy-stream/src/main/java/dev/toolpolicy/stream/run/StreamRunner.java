package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.Iterator;
import java.util.List;

/**
 * Runs policies over the responses of a model. Several policies form a chain: what one sends is the next one's input.
 *
 * <p>The same stream comes in two forms, and policies can't tell them apart: a {@linkplain #run blocking loop} and a
 * {@linkplain #open push interface}. A {@linkplain #complete complete response} goes through the same hooks.
 *
 * <p>Immutable, and shared by any number of streams at once; it starts no threads.
 */
public final class StreamRunner {
    private final StreamSettings settings;
    private final List<Stages.Stage<?>> policies;

    private StreamRunner(StreamSettings settings, List<Stages.Stage<?>> policies) {
        this.settings = settings;
        this.policies = policies;
    }

    /**
     * Creates a runner with default settings.
     *
     * @param policies the policies, from the model to the client; at least one
     * @return the runner
     * @throws IllegalArgumentException if there is none
     */
    public static StreamRunner of(EventDrivenPolicy<?>... policies) {
        return of(StreamSettings.defaults(), List.of(policies));
    }

    /**
     * Creates a runner.
     *
     * @param settings how it treats its streams
     * @param policies the policies, from the model to the client; at least one
     * @return the runner
     * @throws IllegalArgumentException if there is none
     */
    public static StreamRunner of(StreamSettings settings, List<? extends EventDrivenPolicy<?>> policies) {
        if (policies.isEmpty()) {
            throw new IllegalArgumentException("a runner needs a policy");
        }
        List<Stages.Stage<?>> stages =
                policies.stream().<Stages.Stage<?>>map(Stages.Stage::new).toList();
        return new StreamRunner(settings, stages);
    }

    /**
     * Runs one stream to its end on the calling thread. A client that leaves is not an error. The thread's interruption
     * cancels the stream before the next chunk is taken, and a sink that waits.
     *
     * @param request the request that the response answers
     * @param response the response; taken chunk by chunk, and closed early, if it is {@link AutoCloseable}, when no
     *     more is wanted. What it throws is a failure of the stream
     * @param client gets what the policies send
     * @return how the stream ended
     * @throws StreamException if the stream had no output, or the response contradicts itself
     * @throws java.util.concurrent.CancellationException if the stream was cancelled
     */
    public StreamEvent.Outcome run(StreamRequest request, Iterator<? extends StreamChunk> response, ChunkSink client) {
        Stages stages = stages(request, client, () -> close(response));
        boolean more = stages.start();
        while (more) {
            if (Thread.currentThread().isInterrupted()) {
                stages.ask(StreamEvent.Outcome.CANCELLED);
                stages.stopNow();
                break;
            }
            more = step(stages, response);
        }
        return stages.result();
    }

    /** Takes one chunk, if there is one. */
    private static boolean step(Stages stages, Iterator<? extends StreamChunk> response) {
        StreamChunk chunk;
        try {
            if (!response.hasNext()) {
                stages.finish();
                return false;
            }
            chunk = response.next();
        } catch (Throwable e) {
            stages.fail(e);
            return false;
        }
        return stages.chunk(chunk);
    }

    /** Notifies the source of the response that no more chunks are wanted. */
    static void close(Iterator<? extends StreamChunk> response) {
        if (response instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    Stages stages(StreamRequest request, ChunkSink client, Runnable cancelUpstream) {
        return Stages.of(policies, request, settings, client, cancelUpstream);
    }

    /**
     * Opens one stream that is fed as chunks arrive.
     *
     * @param request the request that the response answers
     * @param client gets what the policies send, on the thread that feeds
     * @param cancelUpstream called when no more chunks are wanted, though they may come
     * @return where the chunks go
     */
    public PolicyStream open(StreamRequest request, ChunkSink client, Runnable cancelUpstream) {
        return new PolicyStream(sink -> stages(request, sink, cancelUpstream), client);
    }

    /**
     * Passes a complete response through the same hooks. Each of its calls is separate, even with an equal id or index.
     *
     * @param request the request that the response answers
     * @param response the response, in one chunk a choice
     * @return what the policies sent, in one chunk a choice; the very chunk if it was sent on as it is
     * @throws StreamException if the policies sent nothing
     */
    public List<StreamChunk> complete(StreamRequest request, List<StreamChunk> response) {
        WholeResponse sent = new WholeResponse();
        StreamRunner complete = new StreamRunner(settings.readingCompleteResponses(), policies);
        complete.run(request, response.iterator(), sent);
        return sent.choices();
    }
}
