package dev.toolpolicy.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Tables in a database and the calls to it. The first call prepares the tables. Used from any thread. */
final class PreparedTables {
    private static final Duration PREPARATION = Duration.ofSeconds(30);

    private final JdbcLimits limits;
    private final BoundedCalls calls;
    private final TableSchema schema;
    private volatile @Nullable SqlWords prepared;

    PreparedTables(DataSource database, JdbcLimits limits, TableSchema schema) {
        this.limits = limits;
        this.calls = new BoundedCalls(Objects.requireNonNull(database, "database"), limits.time(), limits.operations());
        this.schema = schema;
    }

    /** Does something with prepared tables, as {@link BoundedCalls#call(String, BoundedCall.Work)}. */
    <T> T call(String what, BoundedCall.Work<T> work) {
        return calls.call(what, afterPreparation(work));
    }

    /** Does something with prepared tables, as {@link BoundedCalls#callAgain}. */
    <T> T callAgain(String what, BoundedCall.Work<T> work) {
        return calls.callAgain(what, afterPreparation(work));
    }

    private <T> BoundedCall.Work<T> afterPreparation(BoundedCall.Work<T> work) {
        return connection -> {
            words(connection);
            return work.with(connection);
        };
    }

    /**
     * Prepares the tables, within half a minute or within the limits, if those are longer.
     *
     * @param what what can't be done if it fails, for the message
     */
    void prepare(String what) {
        Duration time = limits.time().compareTo(PREPARATION) < 0 ? PREPARATION : limits.time();
        calls.call(what, time, this::words);
    }

    /** Returns the database's words, after it has prepared the tables. */
    SqlWords words(JdbcWork work) throws SQLException {
        SqlWords words = prepared;
        if (words == null) {
            words = schema.prepare(work);
            prepared = words;
        }
        return words;
    }
}
