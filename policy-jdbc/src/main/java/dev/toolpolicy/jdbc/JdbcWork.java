package dev.toolpolicy.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A connection while it is used: what is changed by it is committed or undone, and the connection is then as it came.
 * Used by one thread.
 */
final class JdbcWork implements AutoCloseable {
    private final Connection connection;
    private final int seconds;
    private final BooleanSupplier abandoned;
    private final boolean autoCommit;

    /**
     * A statement while it is used. Some drivers keep a statement's time limit for the connection, so it is put back.
     */
    record Statement(PreparedStatement jdbc, int limitBefore) implements AutoCloseable {
        @Override
        public void close() throws SQLException {
            try (jdbc) {
                jdbc.setQueryTimeout(limitBefore);
            }
        }
    }

    /**
     * Takes a connection.
     *
     * @param limit how long a statement takes at most; databases count in whole seconds, so a little more
     * @param abandoned whether the caller no longer waits
     */
    JdbcWork(Connection connection, Duration limit, BooleanSupplier abandoned) throws SQLException {
        this.connection = connection;
        this.seconds = Math.toIntExact(limit.plusNanos(999_999_999).toSeconds());
        this.abandoned = abandoned;
        this.autoCommit = connection.getAutoCommit();
    }

    Connection jdbc() {
        return connection;
    }

    Statement prepare(String sql) throws SQLException {
        requireWaiter();
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            int before = statement.getQueryTimeout();
            statement.setQueryTimeout(seconds);
            return new Statement(statement, before);
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    /** Begins a transaction, which ends with a commit or a rollback. */
    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        requireWaiter();
        connection.commit();
        connection.setAutoCommit(autoCommit);
    }

    private void requireWaiter() throws SQLTimeoutException {
        if (abandoned.getAsBoolean()) {
            throw new SQLTimeoutException("the caller no longer waits");
        }
    }

    /** Undoes what isn't committed; the connection is as it came. */
    void undo() throws SQLException {
        if (!connection.getAutoCommit()) {
            try {
                connection.rollback();
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        }
    }

    /** Ends a transaction that reading may have begun, too, on a connection that came without automatic commits. */
    @Override
    public void close() throws SQLException {
        undo();
    }
}
