package dev.toolpolicy.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.runtime.internal.remember.StoredJson;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables of sessions and their parts, and all statements on them. Ids and names are as {@link StoredName} writes
 * them. Stateless.
 *
 * <p>Each change of a session first changes its row, and with it takes the row's lock, so parts are changed by one
 * transaction at a time and by none that hasn't seen the newest.
 */
final class SessionTables {
    static final String SESSIONS = "tool_policy_session";
    static final String PARTS = "tool_policy_part";

    /**
     * One statement, so that version and parts are of one moment: the session's row, and its parts if the version isn't the
     * one that is known.
     */
    private static final String READ = "select id, version, null, calls from " + SESSIONS + " where id = ? union all"
            + " select p.session, s.version, p.name, p.content from " + SESSIONS + " s join " + PARTS
            + " p on p.session = s.id where s.id = ? and s.version <> ?";

    private static final String VERSION = "select version from " + SESSIONS + " where id = ?";
    private static final String INSERT =
            "insert into " + SESSIONS + " (id, version, touched, calls) values (?, ?, ?, ?)";
    private static final String UPDATE =
            "update " + SESSIONS + " set version = ?, touched = ?, calls = ? where id = ? and version = ?";
    private static final String DELETE = "delete from " + SESSIONS + " where id = ?";
    private static final String UNTOUCHED = "select id from " + SESSIONS + " where touched < ? order by touched, id";
    private static final String RETIRE = "update " + SESSIONS + " set version = ? where id = ? and touched < ?";
    private static final String INSERT_PART = "insert into " + PARTS + " (content, session, name) values (?, ?, ?)";
    private static final String UPDATE_PART = "update " + PARTS + " set content = ? where session = ? and name = ?";
    private static final String DELETE_PART = "delete from " + PARTS + " where session = ? and name = ?";
    private static final String WITH_NAMES = " from " + PARTS + " where name >= ? and name < ?";
    private static final String FIND = "select session, name, content" + WITH_NAMES;
    private static final String COUNT = "select session, count(*)" + WITH_NAMES + " group by session";
    private static final int READINGS = 10;

    private SessionTables() {}

    /** The change of one part: its new text, or none if it is removed. */
    record PartChange(String name, Kind kind, String text) {
        enum Kind {
            ADDED,
            CHANGED,
            REMOVED
        }
    }

    /**
     * Reads a session.
     *
     * @param atOneMoment whether one statement sees one moment; where it doesn't, the version is read again after it
     */
    static SessionStore.State read(JdbcWork work, boolean atOneMoment, String id, SessionStore.State known)
            throws SQLException {
        for (int reading = 0; reading < READINGS; reading++) {
            SessionStore.State read = read(work, id, known);
            if (atOneMoment || read == known || read.version() == version(work, id)) {
                return read;
            }
        }
        throw new StoreException("a session was changed by others again and again while it was read", null);
    }

    /** Reads a session whose row this transaction has changed. */
    static SessionStore.State read(JdbcWork work, String id) throws SQLException {
        return read(work, id, SessionStore.State.NONE);
    }

    private static SessionStore.State read(JdbcWork work, String id, SessionStore.State known) throws SQLException {
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        JdbcWork.Row<Long> reader = row -> {
            if (!id.equals(row.getString(1))) { // it confuses two ids, and must not mix their sessions
                throw new StoreException("the database takes different session ids for the same", null);
            }
            long version = row.getLong(2);
            String name = row.getString(3);
            String content = row.getString(4);
            if (name != null) {
                String plain = StoredName.read(name);
                parts.put(plain, StoredJson.read(plain, content));
            } else if (content != null && version != known.version()) {
                parts.putAll(PlacedParts.read(content));
            }
            return version;
        };
        List<Long> versions = work.query(READ, reader, id, id, known.version());
        if (versions.isEmpty()) {
            return SessionStore.State.NONE;
        }
        long version = versions.get(0);
        return version == known.version() ? known : new SessionStore.State(version, parts);
    }

    private static long version(JdbcWork work, String id) throws SQLException {
        List<Long> versions = work.query(VERSION, row -> row.getLong(1), id);
        return versions.isEmpty() ? 0 : versions.get(0);
    }

    /**
     * A session's row as it becomes.
     *
     * @param version the new version
     * @param touched the hour of the change
     * @param calls the parts in the row
     */
    record SessionRow(long version, long touched, String calls) {}

    /** Sets a session's row, in a transaction that goes on with its parts; false if it isn't of the version before. */
    static boolean advance(JdbcWork work, String id, long before, SessionRow after) throws SQLException {
        return before == 0 ? insert(work, id, after) : update(work, id, before, after);
    }

    private static boolean insert(JdbcWork work, String id, SessionRow row) throws SQLException {
        try {
            return work.update(INSERT, id, row.version(), row.touched(), row.calls()) == 1;
        } catch (SQLException e) {
            if (SqlFailure.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    static boolean update(JdbcWork work, String id, long before, SessionRow after) throws SQLException {
        return work.update(UPDATE, after.version(), after.touched(), after.calls(), id, before) == 1;
    }

    static void change(JdbcWork work, String id, List<PartChange> changes) throws SQLException {
        change(work, id, changes, PartChange.Kind.REMOVED, DELETE_PART);
        change(work, id, changes, PartChange.Kind.CHANGED, UPDATE_PART);
        change(work, id, changes, PartChange.Kind.ADDED, INSERT_PART);
    }

    private static void change(JdbcWork work, String id, List<PartChange> all, PartChange.Kind kind, String sql)
            throws SQLException {
        List<PartChange> changes =
                all.stream().filter(change -> change.kind() == kind).toList();
        if (changes.isEmpty()) {
            return;
        }
        try (JdbcWork.Statement statement = work.prepare(sql)) {
            for (PartChange change : changes) {
                statement.bind(
                        kind == PartChange.Kind.REMOVED
                                ? List.of(id, change.name())
                                : List.of(change.text(), id, change.name()));
                statement.jdbc().addBatch();
            }
            // Drivers may not know how many rows a batch changed; none is never right.
            if (Arrays.stream(statement.jdbc().executeBatch()).anyMatch(count -> count == 0)) {
                throw new StoreException("a part that was read is gone, though its session hasn't changed", null);
            }
        }
    }

    static void delete(JdbcWork work, String id) throws SQLException {
        work.update(DELETE, id);
    }

    static List<String> untouched(JdbcWork work, long since, int limit) throws SQLException {
        return work.query(UNTOUCHED + first(limit), row -> row.getString(1), since);
    }

    /** Gives an old session a new version, unless it was touched meanwhile; its parts go next. */
    static boolean retire(JdbcWork work, String id, long version, long since) throws SQLException {
        return work.update(RETIRE, version, id, since) == 1;
    }

    static List<SessionStore.Part> find(JdbcWork work, Object[] names, boolean newest, int limit) throws SQLException {
        JdbcWork.Row<SessionStore.Part> part = row -> {
            String name = StoredName.read(row.getString(2));
            return new SessionStore.Part(
                    StoredName.read(row.getString(1)), name, StoredJson.read(name, row.getString(3)));
        };
        String order = " order by " + (newest ? "name desc" : "right(name, 1), name");
        return List.copyOf(work.query(FIND + order + first(limit), part, names));
    }

    /** Returns the end of a query that asks for its first rows only. */
    private static String first(int limit) {
        return " fetch first " + limit + " rows only";
    }

    static Map<String, Integer> count(JdbcWork work, Object[] names) throws SQLException {
        Map<String, Integer> counts = new HashMap<>();
        work.query(COUNT, row -> counts.merge(StoredName.read(row.getString(1)), row.getInt(2), Integer::sum), names);
        return counts;
    }
}
