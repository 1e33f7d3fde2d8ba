package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The output of policies, for a loop. Closing it before its end means that the client leaves. What fails the stream is
 * thrown by {@link #hasNext}, after all that was sent before has been taken.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class PolicyIterator implements Iterator<StreamChunk>, Iterable<StreamChunk>, AutoCloseable {
    private final Deque<StreamChunk> sent = new ArrayDeque<>();
    private final Iterator<? extends StreamChunk> response;
    private final Stages stages;
    private boolean started;
    private boolean more = true;

    PolicyIterator(StreamRunner runner, StreamRequest request, Iterator<? extends StreamChunk> response) {
        this.response = response;
        stages = runner.stages(request, new Taker(), () -> StreamRunner.close(response));
    }

    /**
     * Returns whether there is another chunk; takes as many from the response as it needs to know.
     *
     * @return false if the stream is over
     * @throws StreamException if the stream had no output, or the response contradicts itself
     */
    @Override
    public boolean hasNext() {
        while (sent.isEmpty() && more) {
            if (!started) {
                started = true;
                more = stages.start();
            } else {
                more = StreamRunner.step(stages, response);
            }
        }
        if (sent.isEmpty() && started) {
            stages.result();
        }
        return !sent.isEmpty();
    }

    /**
     * Returns the next chunk.
     *
     * @return the chunk
     * @throws NoSuchElementException if the stream is over
     */
    @Override
    public StreamChunk next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the stream is over");
        }
        return sent.remove();
    }

    /**
     * Returns itself, for use in a loop.
     *
     * @return this
     */
    @Override
    public Iterator<StreamChunk> iterator() {
        return this;
    }

    /**
     * Returns how the stream ended.
     *
     * @return the outcome; empty until it is over
     */
    public Optional<StreamEvent.Outcome> outcome() {
        return more || !started ? Optional.empty() : Optional.of(stages.outcome());
    }

    /** Cancels the response and closes the policies, unless the stream has ended. */
    @Override
    public void close() {
        sent.clear();
        if (!started) {
            started = true;
            more = false;
            StreamRunner.close(response);
        } else if (more) {
            more = false;
            stages.ask(StreamEvent.Outcome.DISCONNECTED);
            stages.stopNow();
        }
    }

    /** Keeps what one chunk makes the policies send. */
    private final class Taker implements ChunkSink {
        @Override
        public void accept(StreamChunk chunk) {
            sent.add(chunk);
        }

        @Override
        public void complete() {}

        @Override
        public void fail(Throwable error) {} // hasNext throws it
    }
}
