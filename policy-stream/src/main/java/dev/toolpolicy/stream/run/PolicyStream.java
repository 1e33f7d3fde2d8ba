package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A stream that is fed: each chunk goes through all hooks before {@link #push} returns. Nothing is thrown here; how the
 * stream ended is the {@link #outcome}, and the client's sink is told what failed.
 *
 * <p>One thread at a time feeds it. {@link #cancel} and {@link #disconnect} may come from any thread: they end the
 * stream at once if no hook is running, otherwise as soon as that hook returns.
 */
public final class PolicyStream implements AutoCloseable {
    private final Stages stages;
    /** Who is inside: the thread that drives, and those that left word for it to stop. */
    private final AtomicInteger inside = new AtomicInteger();

    private volatile boolean stopping;
    private volatile boolean over;

    PolicyStream(Function<ChunkSink, Stages> open, ChunkSink client) {
        stages = open.apply(client);
        drive(stages::start);
    }

    /** A step of the stream. */
    private interface Step {
        boolean run();
    }

    private boolean drive(Step step) {
        if (over) {
            return false;
        }
        if (!inside.compareAndSet(0, 1)) {
            if (stopping) {
                return false; // the thread at work ends it
            }
            throw new IllegalStateException("only one thread at a time can feed a stream, and hooks can't");
        }
        boolean more = step.run();
        settle(1, !more);
        return !over;
    }

    /** Handles the requests that other threads made in the meantime, and leaves. */
    private void settle(int words, boolean nowOver) {
        over = over || nowOver;
        int heard = words;
        while (!inside.compareAndSet(heard, 0)) {
            heard = inside.get();
            if (!over) {
                stages.stopNow();
                over = true;
            }
        }
    }

    /**
     * Handles the next chunk.
     *
     * @param chunk the chunk
     * @return false if the stream is over, so that no more need come
     * @throws IllegalStateException if another thread is feeding, or a hook tries to
     */
    public boolean push(StreamChunk chunk) {
        return drive(() -> stages.chunk(chunk));
    }

    /** Ends the response, which completed by itself. */
    public void finish() {
        drive(() -> {
            stages.finish();
            return false;
        });
    }

    /**
     * Ends the response with a failure.
     *
     * @param error what went wrong
     */
    public void fail(Throwable error) {
        drive(() -> {
            stages.fail(error);
            return false;
        });
    }

    /** Ends the stream because the client has left. Safe for any thread. */
    public void disconnect() {
        stop(StreamEvent.Outcome.DISCONNECTED);
    }

    /** Ends the stream because the service cancels it. Safe for any thread. */
    public void cancel() {
        stop(StreamEvent.Outcome.CANCELLED);
    }

    private void stop(StreamEvent.Outcome how) {
        stopping = true;
        stages.ask(how);
        if (inside.getAndIncrement() == 0) {
            if (!over) {
                stages.stopNow();
            }
            settle(1, true);
        }
    }

    /**
     * Returns how the stream ended.
     *
     * @return the outcome; empty until it is over
     */
    public Optional<StreamEvent.Outcome> outcome() {
        return over ? Optional.of(stages.outcome()) : Optional.empty();
    }

    /** Cancels the stream, unless it is over. */
    @Override
    public void close() {
        cancel();
    }
}
