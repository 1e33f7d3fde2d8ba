package dev.toolpolicy.runtime.internal.fault;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A timeout. Its action runs on daemon threads of its own, so that it depends on no other executor and delays no other
 * timeout.
 */
public final class TimeLimit {
    private static final long IDLE_SECONDS = 5;
    private static volatile ExecutorService threads = newThreads();

    private final LimitClock.Alarm alarm;

    private TimeLimit(LimitClock.Alarm alarm) {
        this.alarm = alarm;
    }

    private static ExecutorService newThreads() {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), TimeLimit::daemon);
    }

    /** Ends the threads of timeouts, each as soon as it has nothing to do. A later timeout starts new ones. */
    public static synchronized void endThreads() {
        ExecutorService ending = threads;
        threads = newThreads();
        ending.shutdown();
        LimitClock.COMMON.leave();
    }

    /** Creates a daemon thread that inherits nothing from the thread that needs it first. */
    static Thread daemon(Runnable work) {
        Thread thread = new Thread(null, work, "tool-policy-limit", 0, false);
        thread.setContextClassLoader(TimeLimit.class.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts a timeout.
     *
     * @param time the time, at least a millisecond
     * @param over runs when the time is up, unless the timeout was cancelled
     * @return the timeout
     */
    public static TimeLimit start(Duration time, Runnable over) {
        return new TimeLimit(LimitClock.COMMON.set(time, () -> execute(over)));
    }

    /** Runs the task on this thread if no other can be started. */
    private static void execute(Runnable task) {
        try {
            try {
                threads.execute(task);
            } catch (RejectedExecutionException ended) {
                threads.execute(task);
            }
        } catch (Throwable noThread) {
            task.run();
            UserCode.rethrowFatal(noThread);
        }
    }

    /** Cancels the timeout. */
    public void cancel() {
        alarm.cancel();
    }

    /**
     * Runs a task on a given executor. If the executor rejects it or hasn't started it in time, the task runs on a
     * thread of its own.
     *
     * @param executor the executor, which may drop tasks
     * @param patience how long it has to start the task
     * @param task the task, which runs once
     */
    public static void execute(Executor executor, Duration patience, Runnable task) {
        AtomicBoolean begun = new AtomicBoolean();
        Runnable once = () -> {
            if (!begun.getAndSet(true)) {
                task.run();
            }
        };
        TimeLimit limit = start(patience, once);
        try {
            executor.execute(() -> {
                limit.cancel();
                once.run();
            });
        } catch (Throwable refused) {
            limit.cancel();
            if (!begun.get()) {
                execute(once);
            }
            UserCode.rethrowFatal(refused);
        }
    }

    /**
     * Returns a duration in words.
     *
     * @param time the time
     * @return such as {@code 5 minutes}, in the largest unit that divides it
     */
    public static String words(Duration time) {
        if (time.toSeconds() > Long.MAX_VALUE / Unit.SECOND.millis) {
            return time.toHours() + " hours"; // too many milliseconds for a long
        }
        long millis = time.toMillis();
        for (Unit unit : Unit.values()) {
            if (millis >= unit.millis && millis % unit.millis == 0) {
                long count = millis / unit.millis;
                return count + " " + unit.name().toLowerCase(Locale.ROOT) + (count == 1 ? "" : "s");
            }
        }
        return millis + " milliseconds";
    }

    private enum Unit {
        HOUR(3_600_000),
        MINUTE(60_000),
        SECOND(1_000);

        private final long millis;

        Unit(long millis) {
            this.millis = millis;
        }
    }
}
