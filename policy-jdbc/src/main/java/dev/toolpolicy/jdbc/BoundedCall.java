package dev.toolpolicy.jdbc;

import dev.toolpolicy.runtime.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One use of a database by one of {@link BoundedCalls}' threads, for a caller who waits. Once the caller waits no
 * longer it commits nothing; its statements are cancelled by their own time limits, and after a second its connection
 * is cut.
 */
final class BoundedCall<T> {
    private static final long GRACE_SECONDS = 1;

    private final Work<T> work;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean abandoned;
    private volatile @Nullable Connection connection;
    private @Nullable T result;
    private @Nullable Throwable failure;

    /** A task that uses a connection. */
    interface Work<T> {
        T with(JdbcWork connection) throws SQLException;
    }

    /** Something that is waited for, so many nanoseconds at most, and whether it came. */
    interface Awaited {
        boolean within(long nanos) throws InterruptedException;
    }

    BoundedCall(Work<T> work) {
        this.work = work;
    }

    void run(DataSource database, Duration limit) {
        try {
            if (!abandoned) {
                result = use(database, limit);
            }
        } catch (Throwable e) {
            failure = e;
        } finally {
            ended.countDown();
        }
    }

    private T use(DataSource database, Duration limit) throws SQLException {
        try (Connection opened = database.getConnection()) {
            connection = opened;
            try (JdbcWork use = new JdbcWork(opened, limit, () -> abandoned)) {
                return work.with(use);
            }
        } finally {
            connection = null;
        }
    }

    boolean await(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Cancels the work, since its caller no longer waits. */
    void abandon(Executor threads) {
        abandoned = true;
        CompletableFuture.delayedExecutor(GRACE_SECONDS, TimeUnit.SECONDS, threads)
                .execute(this::cut);
    }

    private void cut() {
        Connection used = connection;
        if (used != null && ended.getCount() > 0) {
            try {
                used.abort(Runnable::run);
            } catch (SQLException e) {
                // A driver that can't cut a connection ends when it ends; until then the use counts.
                System.getLogger(JdbcSessionStore.class.getName())
                        .log(
                                System.Logger.Level.WARNING,
                                "a connection that hangs can't be cut",
                                SqlFailure.of("it can't be aborted", e));
            }
        }
    }

    /** Returns the result, or throws the failure, of work that has ended. */
    T result(String what) {
        if (failure instanceof StoreException told) {
            throw told;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw SqlFailure.of(what, failure);
        }
        return Objects.requireNonNull(result);
    }

    /**
     * Waits until a deadline. An interrupt waits too, and is there again afterwards: whether a change took place
     * shouldn't be less known for it.
     */
    static boolean wait(long deadline, Awaited awaited) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return awaited.within(deadline - System.nanoTime());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
