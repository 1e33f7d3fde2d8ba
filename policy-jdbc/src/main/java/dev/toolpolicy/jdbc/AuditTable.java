package dev.toolpolicy.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of the audit log, and the statements on it. Rows are only added, and deleted by their age. Stateless.
 *
 * <p>{@code ended} counts milliseconds since 1970, {@code id} is random, and {@code content} is the line.
 */
final class AuditTable {
    static final String AUDIT = "tool_policy_audit";
    private static final int SHORT = 200;
    private static final String INSERT =
            "insert into " + AUDIT + " (ended, id, session, tool, verdict, content) values (?, ?, ?, ?, ?, ?)";
    private static final String DELETE = "delete from " + AUDIT + " where ended < ?";

    private AuditTable() {}

    /** Returns the first statements. The keys of the table are its search indexes: by time, and by session. */
    static List<String> first(SqlWords words) {
        String name = "varchar(" + SHORT + ")" + words.binary() + " not null";
        return List.of("create table " + words.ifNotExists() + AUDIT + " (ended bigint not null, id bigint not null,"
                + " session " + name + ", tool " + name + ", verdict " + name + ", content " + words.text()
                + " not null, primary key (ended, id), unique (session, ended, id))");
    }

    /** Adds a row. Returns the number of rows it added. */
    static int add(JdbcWork work, Instant ended, long id, List<String> names, String line) throws SQLException {
        List<Object> values = new ArrayList<>(List.of(ended.toEpochMilli(), id));
        names.stream()
                .map(StoredName::escaped)
                .map(name -> name.substring(0, Math.min(name.length(), SHORT)))
                .forEach(values::add);
        values.add(line);
        return work.updateAlone(INSERT, values.toArray());
    }

    /** Deletes rows of calls that ended before a time. Returns their number. */
    static int deleteBefore(JdbcWork work, Instant time) throws SQLException {
        return work.updateAlone(DELETE, time.toEpochMilli());
    }
}
