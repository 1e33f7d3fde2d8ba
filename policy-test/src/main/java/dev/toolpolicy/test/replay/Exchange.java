package dev.toolpolicy.test.replay;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One response to play, and its progress. Safe for any thread: tests hold responses back
 * with it, and see whether a client has left.
 */
public final class Exchange {
    private final Replay replay;
    private @Nullable ReplayRequest request;
    private int sent;
    private int releases;
    private boolean left;
    private boolean over;

    Exchange(Replay replay) {
        this.replay = replay;
    }

    /**
     * Waits for the request that this answers.
     *
     * @param patience how long
     * @return the request
     * @throws IllegalStateException if it doesn't come in that time
     */
    public synchronized ReplayRequest request(Duration patience) {
        await(patience, () -> request != null, "no request came");
        return Objects.requireNonNull(request);
    }

    /** Lets go of the next {@linkplain Replay#holdingAfter hold}, also of one that isn't reached yet. */
    public synchronized void release() {
        releases++;
        notifyAll();
    }

    /**
     * Returns the number of pieces sent.
     *
     * @return the number so far
     */
    public synchronized int sent() {
        return sent;
    }

    /**
     * Waits until so many pieces went out.
     *
     * @param pieces how many
     * @param patience how long
     * @throws IllegalStateException if they don't in that time
     */
    public synchronized void awaitSent(int pieces, Duration patience) {
        await(patience, () -> sent >= pieces, "fewer pieces than " + pieces + " went out");
    }

    /**
     * Waits until the client closes the connection, with pieces still to come. It is seen at once, also while the rest
     * is held back.
     *
     * @param patience how long
     * @throws IllegalStateException if it doesn't in that time, or the response went out whole
     */
    public synchronized void awaitLeft(Duration patience) {
        await(patience, () -> left || over, "the client is still there");
        if (!left) {
            throw new IllegalStateException("the client stayed to the end");
        }
    }

    /**
     * Returns whether the client closed the connection before the last piece.
     *
     * @return true if it did by now
     */
    public synchronized boolean hasLeft() {
        return left;
    }

    /**
     * Waits until the response went out whole, or can't any more.
     *
     * @param patience how long
     * @throws IllegalStateException if it isn't over in that time
     */
    public synchronized void awaitOver(Duration patience) {
        await(patience, () -> over, "the response isn't over");
    }

    private void await(Duration patience, BooleanSupplier condition, String otherwise) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (!pause(end)) {
                throw new IllegalStateException(otherwise + " within " + patience + "; " + sent + " pieces went out");
            }
        }
    }

    /** Waits for something to happen, until a moment. */
    @SuppressWarnings("WaitNotInLoop") // callers ask for what they wait for in a loop
    private boolean pause(long end) {
        long millis = (end - System.nanoTime() + 999_999) / 1_000_000;
        if (millis <= 0) {
            return false;
        }
        try {
            wait(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }

    Replay replay() {
        return replay;
    }

    synchronized void begin(ReplayRequest came) {
        request = came;
        notifyAll();
    }

    /** Waits until a piece may be sent; returns false if the client has left. */
    synchronized boolean awaitTurn(int piece) throws InterruptedException {
        while (releases < replay.holdsBefore(piece) && !left && !over) {
            wait();
        }
        boolean between = piece > 0 && piece < replay.pieceCount();
        long end = System.nanoTime() + (between ? replay.pause().toNanos() : 0);
        while (!left && !over && pause(end)) {
            // nothing but leaving makes it shorter
        }
        return !left && !over;
    }

    /** Counts a piece before it is written, since a client may leave as soon as it has the last piece. */
    synchronized void sending() {
        sent++;
        notifyAll();
    }

    /** Records that the client closed its side, or that the server is closed. */
    synchronized void clientClosed() {
        left = left || !over && sent < replay.pieceCount();
        notifyAll();
    }

    synchronized void end() {
        over = true;
        notifyAll();
    }
}
