package dev.toolpolicy.jdbc;

import dev.toolpolicy.runtime.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The versions of a database's tables: they are created where there are none, brought to the newest version, and left
 * alone where they are newer than this. Several nodes may do that at once: each statement can be repeated, and what
 * another node did first is looked at again.
 *
 * <p>The version that a database is at is written after the statements that led there, by compare-and-set. So
 * statements of a version may find what they make made already, in part, and must bear being run by two at once: H2,
 * for one, loses a table that two alter at once.
 *
 * @param subject what the tables hold, as messages and the table of versions name it; a lower-case word
 */
record TableSchema(String subject, List<Function<SqlWords, List<String>>> versions) {
    static final String META = "tool_policy_schema";
    private static final String NAME = "varchar(" + StoredName.LONGEST + ")";
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_MILLIS = 50;

    /** Each version: what leads to it from the one before. */
    private static final List<Function<SqlWords, List<String>>> VERSIONS = List.of(TableSchema::first);

    TableSchema() {
        this(VERSIONS);
    }

    /** Returns the schema of the audit log, which has its own version in the same database. */
    static TableSchema ofAudit() {
        return new TableSchema("audit", List.of(AuditTable::first));
    }

    /** Tests have versions to come. */
    TableSchema(List<Function<SqlWords, List<String>>> versions) {
        this("sessions", versions);
    }

    /**
     * Returns the first statements. The keys of both tables are their search indexes; the cascade deletes a session's
     * parts with it.
     */
    static List<String> first(SqlWords words) {
        String name = NAME + words.binary() + " not null";
        return List.of(
                "create table " + words.ifNotExists() + SessionTables.SESSIONS + " (id " + name + " primary key,"
                        + " version bigint not null, touched bigint not null, calls " + words.text()
                        + ", unique (touched, id))",
                "create table " + words.ifNotExists() + SessionTables.PARTS + " (session " + name + ", name " + name
                        + ", content " + words.text()
                        + " not null, primary key (session, name), unique (name, session),"
                        + " foreign key (session) references " + SessionTables.SESSIONS + " (id) on delete cascade)");
    }

    /**
     * Brings the tables to the newest version.
     *
     * @throws StoreException if they are newer, or the database compares texts otherwise than this needs
     * @throws SQLException if it can't be done
     */
    SqlWords prepare(JdbcWork work) throws SQLException {
        requireCommitted(work.jdbc());
        SqlWords words = SqlWords.of(work);
        for (int attempt = 1; ; attempt++) {
            try {
                for (int version = version(work, words); version < versions.size(); version = version(work, words)) {
                    migrate(work, words, version);
                }
                requireExactNames(work);
                words.makeDurable(work);
                return words;
            } catch (SQLException e) {
                // Perhaps because another node is at it, which databases tell in many ways: then there is soon nothing
                // left to do.
                if (attempt == ATTEMPTS || !SqlFailure.isAnswer(e)) {
                    throw e;
                }
                work.undo();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        }
    }

    private static void requireCommitted(Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() < Connection.TRANSACTION_READ_COMMITTED) {
            throw new StoreException(
                    "the database's connections read what isn't committed; sessions need"
                            + " READ COMMITTED or stricter",
                    null);
        }
    }

    /** Returns the version of the tables; 0 if there are none. */
    private int version(JdbcWork work, SqlWords words) throws SQLException {
        List<Integer> found;
        try {
            found = storedVersion(work);
        } catch (SQLException e) {
            if (!SqlFailure.isNoTable(e)) {
                throw e;
            }
            work.undo();
            work.updateAlone("create table " + words.ifNotExists() + META + " (name " + NAME + words.binary()
                    + " not null primary key, version integer not null)");
            found = storedVersion(work);
        }
        if (found.isEmpty()) {
            work.updateAlone("insert into " + META + " (name, version) values ('" + subject + "', 0)");
        }
        int version = found.isEmpty() ? 0 : found.get(0);
        if (version > versions.size()) {
            throw new StoreException(
                    "the database's tables of " + subject + " are of version " + version + ", and this knows "
                            + versions.size() + ": nodes that are older than the tables can't use them",
                    null);
        }
        return version;
    }

    /** Returns the version as a list, which is empty if there is none. */
    private List<Integer> storedVersion(JdbcWork work) throws SQLException {
        return work.query("select version from " + META + " where name = ?", row -> row.getInt(1), subject);
    }

    private void migrate(JdbcWork work, SqlWords words, int version) throws SQLException {
        for (String sql : versions.get(version).apply(words)) {
            work.updateAlone(sql);
        }
        work.updateAlone("update " + META + " set version = " + (version + 1) + " where name = '" + subject
                + "' and version = " + version);
    }

    /** Texts that a column takes for the same, or sorts as people do, would join sessions and hide approvals. */
    private void requireExactNames(JdbcWork work) throws SQLException {
        String found = "select count(*) from " + META + " where name = '" + subject + "' and name <> '"
                + subject.toUpperCase(Locale.ROOT) + "' and name > 'Z' and name < '~'";
        if (!work.query(found, row -> row.getInt(1)).equals(List.of(1))) {
            throw new StoreException(
                    "the database compares texts by a language's rules; the tables of sessions need"
                            + " a binary collation",
                    null);
        }
    }
}
