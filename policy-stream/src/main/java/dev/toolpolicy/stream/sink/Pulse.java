package dev.toolpolicy.stream.sink;

import dev.toolpolicy.stream.StreamContext;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A keep-alive for a stream while slow work runs, such as asking a judge. */
public final class Pulse {
    private final Duration every;
    private final ScheduledExecutorService timer;

    /**
     * Creates a pulse.
     *
     * @param interval the interval; less than the time limit of the waiting side
     * @param timer beats it; the service's own, and it ends it
     * @throws IllegalArgumentException if the time isn't positive
     */
    public Pulse(Duration interval, ScheduledExecutorService timer) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("the time must be positive, was " + interval);
        }
        this.every = interval;
        this.timer = Objects.requireNonNull(timer, "timer");
    }

    /**
     * Does slow work on the calling thread.
     *
     * @param context the stream that is to be kept alive
     * @param work the work; what it throws is passed on
     * @param <T> what it gives
     * @return what it gave
     */
    public <T> T around(StreamContext context, Supplier<? extends T> work) {
        context.keepalive();
        long nanos = every.toNanos();
        ScheduledFuture<?> beats = timer.scheduleAtFixedRate(context::keepalive, nanos, nanos, TimeUnit.NANOSECONDS);
        try {
            return work.get();
        } finally {
            beats.cancel(false);
        }
    }
}
