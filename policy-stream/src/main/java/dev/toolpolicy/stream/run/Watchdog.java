package dev.toolpolicy.stream.run;

import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a hook that gives no sign of life between two ticks of a timer. It reads no clock: a hook is silent if the
 * same visit saw no sign since the tick before. One a stream; without patience set it does nothing.
 */
final class Watchdog {
    /** Null without patience. */
    private final @Nullable ScheduledFuture<?> ticks;

    private long signs;
    private long seen = -1;
    private @Nullable Thread visitor;
    private boolean expired;
    private boolean interrupted;

    Watchdog(StreamSettings.@Nullable Beat patience) {
        ticks = patience == null ? null : patience.start(this::tick);
    }

    /** Returns the failure of the stream after a timeout, even if the interrupted hook threw another one. */
    static StreamException timeout(Throwable cause) {
        StreamException error =
                new StreamException(StreamException.Kind.TIMEOUT, "a hook gave no sign of life for too long");
        error.addSuppressed(cause);
        return error;
    }

    private synchronized void tick() {
        if (visitor != null && seen == signs && !interrupted) {
            expired = true;
            interrupted = true;
            visitor.interrupt();
        }
        seen = signs;
    }

    /** Starts the time limit as the calling thread enters hooks. */
    synchronized void enter() {
        visitor = Thread.currentThread();
        sign();
    }

    /** Stops the time limit as the thread leaves the hooks. */
    synchronized void leave() {
        if (interrupted) {
            interrupted = false;
            Thread.interrupted(); // it was ours
        }
        visitor = null;
    }

    /** Restarts the time limit at a sign of life. */
    synchronized void sign() {
        signs++;
    }

    synchronized boolean expired() {
        return expired;
    }

    void close() {
        if (ticks != null) {
            ticks.cancel(false);
        }
    }
}
