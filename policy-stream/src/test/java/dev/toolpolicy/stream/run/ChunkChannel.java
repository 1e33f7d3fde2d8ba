package dev.toolpolicy.stream.run;

import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue between the thread that runs a stream and the thread that writes to its client. The sender waits
 * while it is full; closing it on the client's side is the client that leaves, and wakes who waits.
 *
 * <p>One thread sends and one takes.
 */
public final class ChunkChannel implements ChunkSink, Iterator<StreamChunk>, Iterable<StreamChunk>, AutoCloseable {
    private final int bound;
    private final Deque<StreamChunk> queue;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean ended;
    private boolean left;
    private @Nullable Throwable failure;

    /**
     * Creates an empty queue.
     *
     * @param bound how many chunks wait in it at most
     * @throws IllegalArgumentException if it is less than one
     */
    public ChunkChannel(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be >= 1, was " + bound);
        }
        this.bound = bound;
        queue = new ArrayDeque<>(Math.min(bound, 1024));
    }

    @Override
    public void accept(StreamChunk chunk) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queue.size() == bound && !left) {
                changed.await();
            }
            if (left) {
                throw new IOException("the client has left");
            }
            queue.add(chunk);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Adds an empty chunk, unless a chunk waits already. */
    @Override
    public void heartbeat() throws IOException {
        lock.lock();
        try {
            if (left) {
                throw new IOException("the client has left");
            }
            if (queue.isEmpty() && !ended) {
                queue.add(StreamChunk.empty());
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void complete() {
        end(null);
    }

    @Override
    public void fail(Throwable error) {
        end(error);
    }

    private void end(@Nullable Throwable error) {
        lock.lock();
        try {
            ended = true;
            failure = error;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it is known whether there is another chunk.
     *
     * @return false if the output has ended well, or this side was closed
     * @throws IllegalStateException if the output ended badly; its cause is what failed
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits
     */
    @Override
    public boolean hasNext() {
        lock.lock();
        try {
            while (queue.isEmpty() && !ended && !left) {
                changed.await();
            }
            if (queue.isEmpty() && failure != null && !left) {
                throw new IllegalStateException("the stream ended badly", failure);
            }
            return !queue.isEmpty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a chunk");
        } finally {
            lock.unlock();
        }
    }

    @Override
    public StreamChunk next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the stream is over");
        }
        lock.lock();
        try {
            StreamChunk chunk = queue.remove();
            changed.signalAll();
            return chunk;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the number of waiting chunks.
     *
     * @return at most the bound
     */
    public int size() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
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

    /** Closes the client's side and drops the waiting chunks. */
    @Override
    public void close() {
        lock.lock();
        try {
            left = true;
            queue.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
