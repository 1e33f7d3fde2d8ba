package dev.toolpolicy.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/** Uses connections again, as pools do, and tells whether they came back as they were handed out. */
final class SmallPool implements Databases.Changed {
    private final DataSource source;
    private final int size;
    private final boolean testsOnReturn;
    private final Semaphore free;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    SmallPool(DataSource source, int size) {
        this(source, size, true);
    }

    /** With {@code testsOnReturn}, each connection that comes back is asked whether it still works: a journey to the server. */
    SmallPool(DataSource source, int size, boolean testsOnReturn) {
        this.source = source;
        this.size = size;
        this.testsOnReturn = testsOnReturn;
        this.free = new Semaphore(size);
    }

    @Override
    public DataSource source() {
        return source;
    }

    /** Whether all connections are back. */
    boolean isWhole() {
        return free.availablePermits() == size;
    }

    @Override
    public Connection getConnection() throws SQLException {
        free.acquireUninterruptibly();
        try {
            Connection idled = idle.poll();
            Connection connection = idled != null && !idled.isClosed() ? idled : source.getConnection();
            return lent(connection);
        } catch (SQLException | RuntimeException e) {
            free.release();
            throw e;
        }
    }

    private Connection lent(Connection connection) {
        AtomicBoolean closed = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                SmallPool.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    if (method.getName().equals("close")) {
                        if (closed.compareAndSet(false, true)) {
                            back(connection);
                        }
                        return null;
                    }
                    try {
                        return method.invoke(connection, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void back(Connection connection) throws SQLException {
        try {
            if ((!testsOnReturn || connection.isValid(1)) && !connection.isClosed() && connection.getAutoCommit()) {
                idle.push(connection);
            } else {
                connection.close();
            }
        } finally {
            free.release();
        }
    }

    /** Closes the connections that are not in use. */
    void drain() throws SQLException {
        for (Connection each = idle.poll(); each != null; each = idle.poll()) {
            each.close();
        }
    }
}
