package dev.toolpolicy.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * A database whose connection dies at a certain operation, before or after it has reached the server; from then on that
 * connection fails each request. Operations are getting a connection, executing a statement, committing, undoing.
 */
final class Faults implements Databases.Changed {
    private static final Set<String> COUNTED =
            Set.of("execute", "executeQuery", "executeUpdate", "executeBatch", "commit", "rollback");

    private final DataSource source;
    private final AtomicInteger operations = new AtomicInteger();
    private volatile int at = -1;
    private volatile boolean after;
    private volatile String state = "08006";

    Faults(DataSource source) {
        this.source = source;
    }

    @Override
    public DataSource source() {
        return source;
    }

    /** Counts from here on, and dies at an operation, from 0; never if negative. */
    void dieAt(int operation, boolean afterIt, String sqlState) {
        operations.set(0);
        at = operation;
        after = afterIt;
        state = sqlState;
    }

    /** How many operations there were since {@link #dieAt}. */
    int count() {
        return operations.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Dying dying = new Dying();
        int number = operations.getAndIncrement();
        if (number == at && !after) {
            throw dead();
        }
        Connection connection = source.getConnection();
        dying.connection = connection;
        return dying.proxy(Connection.class, connection);
    }

    private SQLException dead() {
        return new SQLException("secret: the connection is gone", state);
    }

    private final class Dying {
        private Connection connection;
        private volatile boolean dead;

        <T> T proxy(Class<T> type, Object target) {
            InvocationHandler handler = (proxy, method, args) -> invoke(target, method, args);
            return type.cast(Proxy.newProxyInstance(Faults.class.getClassLoader(), new Class<?>[] {type}, handler));
        }

        private Object invoke(Object target, Method method, Object[] args) throws Throwable {
            if (method.getName().equals("close")) {
                return method.invoke(dead ? connection : target, args);
            }
            if (dead) {
                throw dead();
            }
            boolean dies = COUNTED.contains(method.getName()) && operations.getAndIncrement() == at;
            if (dies && !after) {
                dead = true;
                throw dead();
            }
            try {
                Object result = method.invoke(target, args);
                if (dies) {
                    dead = true;
                    throw dead();
                }
                return result instanceof Statement ? proxy(method.getReturnType(), result) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
