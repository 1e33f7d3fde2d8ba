package dev.toolpolicy.jdbc;

import dev.toolpolicy.runtime.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Runs uses of a database on daemon threads of its own, so that the caller is back in time even if the driver
 * hangs: while it gets a connection, waits for a lock, or reads from a network that is gone. Used from any thread.
 */
final class BoundedCalls {
    private static final long IDLE_SECONDS = 30;
    private static final int ATTEMPTS = 10;
    private static final AtomicLong THREADS = new AtomicLong();

    private final DataSource database;
    private final Duration limit;
    private final int atOnce;
    private final Semaphore free;
    private final ExecutorService threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), BoundedCalls::daemon);

    BoundedCalls(DataSource database, Duration limit, int atOnce) {
        this.database = database;
        this.limit = limit;
        this.atOnce = atOnce;
        this.free = new Semaphore(atOnce, true);
    }

    /** Inherits nothing from the thread that happens to need it first. */
    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(null, work, "tool-policy-store-" + THREADS.incrementAndGet(), 0, false);
        thread.setContextClassLoader(BoundedCalls.class.getClassLoader());
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Does something within the time limit, again while the database undoes it because of others.
     *
     * @param what what can't be done if it fails, for the message
     */
    <T> T callAgain(String what, BoundedCall.Work<T> work) {
        return call(what, connection -> {
            for (int attempt = 1; ; attempt++) {
                try {
                    return work.with(connection);
                } catch (SQLException e) {
                    if (!SqlFailure.isConflict(e) || attempt == ATTEMPTS) {
                        throw e;
                    }
                    connection.undo();
                }
            }
        });
    }

    /**
     * Does something within the time limit.
     *
     * @param what what can't be done if it fails, for the message
     */
    <T> T call(String what, BoundedCall.Work<T> work) {
        return call(what, limit, work);
    }

    /** Does something within a time limit of its own. */
    <T> T call(String what, Duration limit, BoundedCall.Work<T> work) {
        long deadline = System.nanoTime() + limit.toNanos();
        if (!BoundedCall.wait(deadline, nanos -> free.tryAcquire(nanos, TimeUnit.NANOSECONDS))) {
            throw new StoreException(what + ": " + atOnce + " operations are under way, and none ended in time", null);
        }
        BoundedCall<T> call = new BoundedCall<>(work);
        start(call, limit);
        if (!BoundedCall.wait(deadline, call::await)) {
            call.abandon(threads);
            throw new StoreException(what + ": it took longer than " + limit, null);
        }
        return call.result(what);
    }

    private void start(BoundedCall<?> call, Duration limit) {
        try {
            threads.execute(() -> {
                try {
                    call.run(database, limit);
                } finally {
                    free.release();
                }
            });
        } catch (RuntimeException | Error e) {
            free.release();
            throw e;
        }
    }
}
