package dev.toolpolicy.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Assumptions;

/** Databases of tests. */
public final class Databases {
    /** Limits for tests that aren't about time, so that they pass on a busy machine. */
    public static final JdbcLimits PATIENT = JdbcLimits.defaults().within(Duration.ofMinutes(2));

    private static final AtomicInteger COUNT = new AtomicInteger();

    private Databases() {}

    /** An empty database in memory; it lives as long as this JVM. */
    public static DataSource h2() {
        return h2("mem:db" + COUNT.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
    }

    /** A database by the rest of its URL. */
    public static DataSource h2(String url) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:" + url);
        return source;
    }

    /**
     * An empty schema of the PostgreSQL server that tests share. Without its binaries, the test is skipped.
     */
    public static DataSource postgres() {
        return postgres("");
    }

    /** An empty schema of a database of PostgreSQL that is created as {@code how} says. */
    public static DataSource postgres(String how) {
        return server().newSchema(how);
    }

    public static PostgresServer server() {
        Assumptions.assumeTrue(PostgresServer.isPossible(), "no PostgreSQL for this machine");
        try {
            return PostgresServer.shared();
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** At most so many connections at once, which are used again. */
    public static DataSource pooled(DataSource source, int connections) {
        return source instanceof JdbcDataSource h2 ? pooledH2(h2, connections) : new SmallPool(source, connections);
    }

    /** The same, with connections that aren't tested when they come back, as pools do when they are in constant use. */
    public static DataSource untested(DataSource source, int connections) {
        return source instanceof JdbcDataSource h2
                ? pooledH2(h2, connections)
                : new SmallPool(source, connections, false);
    }

    private static DataSource pooledH2(JdbcDataSource source, int connections) {
        JdbcConnectionPool pool = JdbcConnectionPool.create(source);
        pool.setMaxConnections(connections);
        return pool;
    }

    /** A data source that delegates to another one, for tests that change a part of it. */
    public interface Changed extends DataSource {
        DataSource source();

        @Override
        default Connection getConnection(String user, String password) throws SQLException {
            throw new UnsupportedOperationException();
        }

        @Override
        default PrintWriter getLogWriter() throws SQLException {
            return source().getLogWriter();
        }

        @Override
        default void setLogWriter(PrintWriter out) throws SQLException {
            source().setLogWriter(out);
        }

        @Override
        default void setLoginTimeout(int seconds) throws SQLException {
            source().setLoginTimeout(seconds);
        }

        @Override
        default int getLoginTimeout() throws SQLException {
            return source().getLoginTimeout();
        }

        @Override
        default Logger getParentLogger() {
            return Logger.getLogger("test");
        }

        @Override
        default <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("this wraps nothing that should be seen");
        }

        @Override
        default boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
