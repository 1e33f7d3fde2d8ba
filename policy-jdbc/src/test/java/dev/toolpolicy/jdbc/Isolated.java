package dev.toolpolicy.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Connections of another isolation. */
record Isolated(DataSource source, int isolation) implements Databases.Changed {

    static DataSource serializable(DataSource source) {
        return new Isolated(source, Connection.TRANSACTION_SERIALIZABLE);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = source.getConnection();
        connection.setTransactionIsolation(isolation);
        return connection;
    }
}
