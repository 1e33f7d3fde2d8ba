package dev.toolpolicy.cli.internal.approvals;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A database of H2 behind a server that lets in everybody who names the user, whatever the password is. */
public final class TrustingDriver implements Driver {
    private static final String PREFIX = "jdbc:trusting:";

    @Override
    public @Nullable Connection connect(String url, Properties login) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        Properties known = new Properties();
        known.putAll(login);
        known.setProperty("password", "secret");
        return new org.h2.Driver().connect(url.substring(PREFIX.length()), known);
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties login) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("dev.toolpolicy.cli");
    }
}
