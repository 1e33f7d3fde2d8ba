package dev.toolpolicy.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
        /** Sets its values: texts and whole numbers. */
        void bind(List<?> values) throws SQLException {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) instanceof Long number) {
                    jdbc.setLong(i + 1, number);
                } else {
                    jdbc.setString(i + 1, (String) values.get(i));
                }
            }
        }

        @Override
        public void close() throws SQLException {
            try (jdbc) {
                jdbc.setQueryTimeout(limitBefore);
            }
        }
    }

    /** A reader of the row that a query is at. */
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
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

    /** Executes a statement with the values of its parameters. Returns how many rows it changed. */
    int update(String sql, Object... values) throws SQLException {
        try (Statement statement = prepare(sql)) {
            statement.bind(List.of(values));
            return statement.jdbc().executeUpdate();
        }
    }

    /** Executes a statement in a transaction of its own. Returns how many rows it changed. */
    int updateAlone(String sql, Object... values) throws SQLException {
        begin();
        int changed = update(sql, values);
        commit();
        return changed;
    }

    /** Reads all rows of a query with the values of its parameters. */
    <T> List<T> query(String sql, Row<T> row, Object... values) throws SQLException {
        List<T> found = new ArrayList<>();
        try (Statement statement = prepare(sql)) {
            statement.bind(List.of(values));
            try (ResultSet rows = statement.jdbc().executeQuery()) {
                while (rows.next()) {
                    found.add(row.read(rows));
                }
            }
        }
        return found;
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
