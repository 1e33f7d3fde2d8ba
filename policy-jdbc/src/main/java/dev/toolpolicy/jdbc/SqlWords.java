package dev.toolpolicy.jdbc;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;

/**
 * The words in which databases differ.
 *
 * @param text the type of long texts
 * @param binary how a column of texts is made to compare them by their characters' codes
 * @param ifNotExists how a table is created unless it is there
 * @param atOneMoment whether a statement sees all rows at one moment, unaffected by later commits
 * @param delaysWrites whether a commit returns before it is written, unless the database is told otherwise
 */
record SqlWords(String text, String binary, String ifNotExists, boolean atOneMoment, boolean delaysWrites) {
    private static final Logger LOG = System.getLogger(JdbcSessionStore.class.getName());
    private static final String IF_NOT_EXISTS = "if not exists ";

    static SqlWords of(JdbcWork work) throws SQLException {
        return switch (work.jdbc().getMetaData().getDatabaseProductName()) {
            case "PostgreSQL" ->
                new SqlWords("text", isBinary(work) ? "" : " collate \"C\"", IF_NOT_EXISTS, true, false);
            case "H2" -> new SqlWords("clob", "", IF_NOT_EXISTS, true, true);
            default -> new SqlWords("clob", "", "", false, false);
        };
    }

    /**
     * Sets that commits are written before they return, or warns that they aren't: a crash could undo a call that began.
     * H2 forgets the setting when it closes the database, but still shows it. So it is set each time.
     */
    void makeDurable(JdbcWork work) throws SQLException {
        if (String.valueOf(work.jdbc().getMetaData().getURL()).contains(":mem:")) {
            LOG.log(
                    Level.WARNING,
                    "The database is in memory, so a restart loses its sessions: name a file or a server in its URL.");
        }
        if (!delaysWrites) {
            return;
        }
        try {
            work.updateAlone("set write_delay 0");
        } catch (SQLException e) {
            if (SqlFailure.isConflict(e)) {
                throw e;
            }
            work.undo();
            LOG.log(
                    Level.WARNING,
                    "H2 writes commits up to half a second late, and the user of the connections may not change that:"
                            + " after a crash an approved call could run twice, unless an administrator has executed"
                            + " SET WRITE_DELAY 0 since the database was opened.");
        }
    }

    /**
     * Returns whether texts compare by their characters' codes already: some databases that speak PostgreSQL's protocol
     * have no collations.
     */
    private static boolean isBinary(JdbcWork work) throws SQLException {
        return work.query("select 'a' > 'B' and 'a' < '~' and 'a' <> 'A'", row -> row.getBoolean(1))
                .contains(true);
    }
}
