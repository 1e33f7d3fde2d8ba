package dev.toolpolicy.runtime.internal.fault;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A clock with alarms, on one daemon thread, which starts with the first alarm. It ends when no alarm was set
 * for a while, or at once if it was {@linkplain #leave told to} or interrupted, and starts again with the next alarm.
 * Nearly all alarms are cancelled long before their time, so setting and
 * cancelling one wakes no thread, unless the alarm is earlier than the time for which the thread sleeps.
 */
final class LimitClock {
    /** The clock of all timeouts in this process. */
    static final LimitClock COMMON = new LimitClock();

    private static final Logger LOG = System.getLogger(TimeLimit.class.getName());
    private static final long BASE = System.nanoTime();
    private static final long NEVER = Long.MAX_VALUE;
    private static final long IDLE = Duration.ofSeconds(5).toNanos();

    private final ConcurrentNavigableMap<Alarm, Runnable> alarms = new ConcurrentSkipListMap<>();
    private final AtomicLong serials = new AtomicLong();
    /** The thread; null if none runs. Changed under the lock. */
    private volatile @Nullable Thread thread;
    /** Whether the thread ends when no alarm is set. */
    private volatile boolean leaving;
    /** When the thread wakes by itself; never if none runs. */
    private volatile long wakesAt = NEVER;

    private LimitClock() {}

    /** Ends the thread as soon as no alarm is set. */
    void leave() {
        leaving = true;
        LockSupport.unpark(thread);
    }

    /** An alarm, in the order of time. Two alarms are never equal. */
    final class Alarm implements Comparable<Alarm> {
        private final long at;
        private final long serial;

        private Alarm(long at, long serial) {
            this.at = at;
            this.serial = serial;
        }

        /** Cancels the alarm, unless its action has begun. */
        void cancel() {
            alarms.remove(this);
            if (leaving && alarms.isEmpty()) {
                LockSupport.unpark(thread);
            }
        }

        @Override
        public int compareTo(Alarm other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(serial, other.serial);
        }
    }

    private static long now() {
        return System.nanoTime() - BASE;
    }

    /**
     * Sets an alarm.
     *
     * @param time how long from now, at least a millisecond
     * @param action runs when it is time; must return quickly and not fail
     */
    Alarm set(Duration time, Runnable action) {
        long now = now();
        long nanos = time.compareTo(Duration.ofNanos(NEVER - now)) >= 0
                ? NEVER - now
                : Math.max(Duration.ofMillis(1).toNanos(), time.toNanos());
        Alarm alarm = new Alarm(now + nanos, serials.incrementAndGet());
        alarms.put(alarm, action);
        if (alarm.at < wakesAt) {
            wake();
        }
        return alarm;
    }

    private synchronized void wake() {
        if (thread != null) {
            LockSupport.unpark(thread);
            return;
        }
        Thread next = TimeLimit.daemon(this::run);
        try {
            next.start();
            thread = next;
        } catch (OutOfMemoryError noThread) {
            UserCode.log(
                    LOG, Level.ERROR, "no thread for timeouts could be started; the next one tries again", noThread);
        }
    }

    /** Ends the thread, unless an alarm was set. Its setter sees that no thread runs, or this sees the alarm. */
    private synchronized boolean isLeft() {
        wakesAt = NEVER;
        if (!alarms.isEmpty()) {
            return false;
        }
        thread = null;
        leaving = false;
        return true;
    }

    /** Runs the action of an alarm. Nothing that it throws stops the clock, since other timeouts depend on it. */
    private void ring(Map.Entry<Alarm, Runnable> alarm) {
        if (alarms.remove(alarm.getKey(), alarm.getValue())) {
            try {
                alarm.getValue().run();
            } catch (Throwable failure) {
                UserCode.log(LOG, Level.ERROR, "the action of a timeout failed", failure);
            }
        }
    }

    private void run() {
        boolean idle = false;
        while (true) {
            Map.Entry<Alarm, Runnable> first = alarms.firstEntry();
            long now = now();
            if (first != null && first.getKey().at <= now) {
                ring(first);
                continue;
            }
            if (first == null && (leaving || idle && now >= wakesAt)) {
                if (isLeft()) {
                    return;
                }
                continue;
            }
            if (first != null || !idle) {
                wakesAt = first == null ? now + IDLE : first.getKey().at;
            }
            idle = first == null;
            long next = wakesAt;
            Map.Entry<Alarm, Runnable> again = alarms.firstEntry();
            if (again == null || again.getKey().at >= next) { // else one was set before its setter saw wakesAt
                LockSupport.parkNanos(this, next - now);
            }
            if (Thread.interrupted()) { // parking with the flag set doesn't wait
                leaving = true;
            }
        }
    }
}
