package dev.toolpolicy.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The words in which databases differ.
 *
 * @param text the type of long texts
 * @param binary how a column of texts is made to compare them by their characters' codes
 * @param ifNotExists how a table is created unless it is there
 * @param atOneMoment whether a statement sees all rows at one moment, unaffected by later commits
 */
record SqlWords(String text, String binary, String ifNotExists, boolean atOneMoment) {
    private static final String IF_NOT_EXISTS = "if not exists ";

    static SqlWords of(JdbcWork work) throws SQLException {
        return switch (work.jdbc().getMetaData().getDatabaseProductName()) {
            case "PostgreSQL" -> new SqlWords("text", isBinary(work) ? "" : " collate \"C\"", IF_NOT_EXISTS, true);
            case "H2" -> new SqlWords("clob", "", IF_NOT_EXISTS, true);
            default -> new SqlWords("clob", "", "", false);
        };
    }

    /**
     * Returns whether texts compare by their characters' codes already: some databases that speak PostgreSQL's protocol
     * have no collations.
     */
    private static boolean isBinary(JdbcWork work) throws SQLException {
        try (JdbcWork.Statement statement = work.prepare("select 'a' > 'B' and 'a' < '~' and 'a' <> 'A'");
                ResultSet rows = statement.jdbc().executeQuery()) {
            return rows.next() && rows.getBoolean(1);
        }
    }
}
