package dev.toolpolicy.runtime.internal.fault;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock with alarms, on one daemon thread. Nearly all alarms are cancelled long before their time, so setting and
 * cancelling one wakes no thread, unless the alarm is earlier than the time for which the thread sleeps.
 */
final class LimitClock {
    /** The clock of all timeouts in this process. */
    static final LimitClock COMMON = new LimitClock();

    private static final Logger LOG = System.getLogger(TimeLimit.class.getName());
    private static final long BASE = System.nanoTime();
    private static final long NEVER = Long.MAX_VALUE;

    private final ConcurrentNavigableMap<Alarm, Runnable> alarms = new ConcurrentSkipListMap<>();
    private final AtomicLong serials = new AtomicLong();
    private final Thread thread;
    /** When the thread wakes by itself. */
    private volatile long wakesAt = NEVER;

    private LimitClock() {
        thread = TimeLimit.daemon(this::run);
        thread.start();
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
            LockSupport.unpark(thread);
        }
        return alarm;
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
        while (true) {
            Map.Entry<Alarm, Runnable> first = alarms.firstEntry();
            long now = now();
            if (first != null && first.getKey().at <= now) {
                ring(first);
                continue;
            }
            long next = first == null ? NEVER : first.getKey().at;
            wakesAt = next;
            Map.Entry<Alarm, Runnable> again = alarms.firstEntry();
            if (again == null || again.getKey().at >= next) { // else one was set before its setter saw wakesAt
                LockSupport.parkNanos(this, next - now);
            }
        }
    }
}
