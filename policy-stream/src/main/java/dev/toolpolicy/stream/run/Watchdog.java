package dev.toolpolicy.stream.run;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a hook that gives no sign of life between two ticks of a timer. It reads no clock: a hook is silent if the
 * same visit saw no sign since the tick before. One a stream; without patience set it does nothing.
 */
class Watchdog {
    private static final Watchdog NONE = new Watchdog();

    static Watchdog of(StreamSettings settings) {
        StreamSettings.Beat patience = settings.patience();
        return patience == null ? NONE : new Ticking(patience);
    }

    /** Returns the failure of the stream after a timeout, even if the interrupted hook threw another one. */
    static StreamException timeout(Throwable cause) {
        StreamException error =
                new StreamException(StreamException.Kind.TIMEOUT, "a hook gave no sign of life for too long");
        error.addSuppressed(cause);
        return error;
    }

    /** Starts the time limit as the calling thread enters hooks. */
    void enter() {}

    /** Stops the time limit as the thread leaves the hooks. */
    void leave() {}

    /** Restarts the time limit at a sign of life. */
    void sign() {}

    boolean expired() {
        return false;
    }

    void close() {}

    /** One that watches. */
    private static final class Ticking extends Watchdog {
        private final ScheduledFuture<?> ticks;
        private volatile long signs;
        private long seen = -1;
        private @Nullable Thread visitor;
        private boolean expired;
        private boolean interrupted;

        Ticking(StreamSettings.Beat patience) {
            long every = patience.every().toNanos();
            ticks = patience.timer().scheduleAtFixedRate(this::tick, every, every, TimeUnit.NANOSECONDS);
        }

        private synchronized void tick() {
            if (visitor != null && seen == signs && !interrupted) {
                expired = true;
                interrupted = true;
                visitor.interrupt();
            }
            seen = signs;
        }

        @Override
        synchronized void enter() {
            visitor = Thread.currentThread();
            sign();
        }

        @Override
        synchronized void leave() {
            if (interrupted) {
                interrupted = false;
                Thread.interrupted(); // it was ours
            }
            visitor = null;
        }

        @Override
        synchronized void sign() {
            signs++;
        }

        @Override
        synchronized boolean expired() {
            return expired;
        }

        @Override
        void close() {
            ticks.cancel(false);
        }
    }
}
