package dev.toolpolicy.runtime.fault;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A time limit. What follows when it is over runs on daemon threads of its own, so that it depends on no executor of
 * others and holds up no other limit.
 */
public final class TimeLimit {
    private static final long IDLE_SECONDS = 5;
    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), TimeLimit::daemon);

    private final CompletableFuture<Void> timer = new CompletableFuture<>();

    private TimeLimit() {}

    /** Inherits nothing from whoever happens to be the first to need it. */
    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(null, work, "tool-policy-limit", 0, false);
        thread.setContextClassLoader(TimeLimit.class.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts a limit.
     *
     * @param time how long it is; at least a millisecond
     * @param over runs when the time is up, unless the limit was cancelled before
     * @return the limit
     */
    public static TimeLimit start(Duration time, Runnable over) {
        TimeLimit limit = new TimeLimit();
        limit.timer.thenRunAsync(over, TimeLimit::execute);
        limit.timer.completeOnTimeout(null, millis(time), TimeUnit.MILLISECONDS);
        return limit;
    }

    private static long millis(Duration time) {
        return time.compareTo(Duration.ofMillis(Long.MAX_VALUE)) >= 0 ? Long.MAX_VALUE : Math.max(1, time.toMillis());
    }

    /** Where no thread can be had, the one that is there has to do. */
    private static void execute(Runnable task) {
        try {
            THREADS.execute(task);
        } catch (Throwable noThread) {
            task.run();
            UserCode.rethrowFatal(noThread);
        }
    }

    /** Ends the limit: nothing follows from it. */
    public void cancel() {
        timer.cancel(false);
    }

    /**
     * Runs a task on an executor of others: if that refuses it or hasn't begun with it after a time, on a thread of
     * one's own.
     *
     * @param executor the executor, which may drop what it is given
     * @param patience how long it has to begin
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
     * Says how long a limit is, for people.
     *
     * @param time the time
     * @return seconds, or milliseconds where it is shorter than one
     */
    public static String words(Duration time) {
        return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}
