package dev.toolpolicy.stream.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A timer whose time passes when a test says so; what is due runs on the test's thread. */
final class FakeTimer extends AbstractExecutorService implements ScheduledExecutorService {
    private final List<Beat> beats = new ArrayList<>();
    private long now;

    /** Something that is due again and again. */
    private final class Beat extends FutureTask<Void> implements ScheduledFuture<Void> {
        private final long period;
        private long due;

        Beat(Runnable command, long delay, long period) {
            super(command, null);
            this.period = period;
            due = now + delay;
        }

        @Override
        public void run() {
            due += period;
            super.runAndReset();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - now, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Beat) other).due);
        }
    }

    void advance(Duration time) {
        long end = now + time.toNanos();
        while (true) {
            beats.removeIf(Beat::isDone);
            Beat next = beats.stream().min(Comparator.naturalOrder()).orElse(null);
            if (next == null || next.due > end) {
                break;
            }
            now = next.due;
            next.run();
        }
        now = end;
    }

    /** Returns the number of timers that are not ended. */
    int open() {
        beats.removeIf(Beat::isDone);
        return beats.size();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long delay, long period, TimeUnit unit) {
        Beat beat = new Beat(command, unit.toNanos(delay), unit.toNanos(period));
        beats.add(beat);
        return beat;
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long delay, long period, TimeUnit unit) {
        return scheduleAtFixedRate(command, delay, period, unit);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void execute(Runnable command) {
        command.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
