package dev.toolpolicy.cli.internal.approvals;

import dev.toolpolicy.cli.internal.command.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database by its URL, with a driver from a jar or the class path. */
public final class Database implements DataSource, AutoCloseable {
    private final String url;
    private final Properties login;
    private final Driver driver;
    private final URLClassLoader loader;

    private Database(String url, Properties login, Driver driver, URLClassLoader loader) {
        this.url = url;
        this.login = login;
        this.driver = driver;
        this.loader = loader;
    }

    static Database open(String url, Optional<String> user, char[] password, Optional<Path> jar) throws UsageException {
        Properties login = new Properties();
        user.ifPresent(name -> login.setProperty("user", name));
        if (password.length > 0) {
            login.setProperty("password", new String(password));
        }
        try {
            URL[] jars = jar.isPresent() ? new URL[] {jar.get().toUri().toURL()} : new URL[0];
            URLClassLoader loader = new URLClassLoader(jars, Database.class.getClassLoader());
            for (Driver each : ServiceLoader.load(Driver.class, loader)) {
                if (each.acceptsURL(url)) {
                    return new Database(url, login, each, loader);
                }
            }
            loader.close();
        } catch (IOException | SQLException e) {
            throw new UsageException(
                    "the JDBC driver can't be used: " + e.getClass().getSimpleName());
        }
        throw new UsageException("no JDBC driver takes this URL: name its jar with --driver");
    }

    /** Returns whether the database lets in a user with a password that can't be right. */
    boolean takesAnyPassword() {
        Properties wrong = new Properties();
        wrong.putAll(login);
        wrong.setProperty("password", UUID.randomUUID().toString());
        try (Connection connection = driver.connect(url, wrong)) {
            return connection != null;
        } catch (SQLException refused) {
            return false; // the right password is tried next, and a failure of that is told
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = driver.connect(url, login);
        if (connection == null) {
            throw new SQLException("the driver doesn't take the URL");
        }
        return connection;
    }

    @Override
    public Connection getConnection(String name, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // nothing is logged
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // the store has a limit of its own
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
