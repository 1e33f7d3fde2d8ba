package dev.toolpolicy.jdbc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.jdbc.SessionTables.PartChange;
import dev.toolpolicy.jdbc.SessionTables.PartChange.Kind;
import dev.toolpolicy.runtime.internal.remember.StoredJson;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Keeps sessions in a database, so that any number of processes can serve the same ones. Creates its tables when it is
 * first used, and brings older ones to the newest form.
 *
 * <pre>{@code
 * PolicyEngine engine = PolicyEngine.builder()
 *         .tools(ToolCatalog.load())
 *         .sessions(JdbcSessionStore.on(dataSource))
 *         .build();
 * }</pre>
 *
 * <p>Made for PostgreSQL, databases that speak its protocol, and H2; others work if they know the SQL standard's types
 * and compare texts by their characters' codes. Any isolation from READ COMMITTED on will do. A transaction that the
 * database undoes because of another one counts as a change that came second, or is repeated.
 *
 * <p>The data source should be a pool of its own for this, or one that has connections to spare. Connections are taken
 * for one operation each, on daemon threads of the store, and given back as they came. What a driver says when it fails
 * is kept out of messages, since it can quote what sessions hold; classes and SQL states are passed on.
 */
public final class JdbcSessionStore implements SessionStore {
    private static final String FIND = "parts of sessions can't be found";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final JdbcLimits limits;
    private final PreparedTables tables;

    JdbcSessionStore(DataSource database, JdbcLimits limits, TableSchema schema) {
        this.limits = limits;
        this.tables = new PreparedTables(database, limits, schema);
    }

    /**
     * Returns a store with {@linkplain JdbcLimits#defaults default limits}. It opens no connection yet.
     *
     * @param database where connections come from
     * @return the store
     */
    public static JdbcSessionStore on(DataSource database) {
        return on(database, JdbcLimits.defaults());
    }

    /**
     * Returns a store. It opens no connection yet.
     *
     * @param database where connections come from
     * @param limits what it may take up
     * @return the store
     */
    public static JdbcSessionStore on(DataSource database, JdbcLimits limits) {
        return new JdbcSessionStore(database, limits, new TableSchema());
    }

    /**
     * Creates the tables, or upgrades them. Without it, the first operation does so, within its own time limit. Call it
     * when the service starts, to learn then whether the database can be used. It takes up to half a minute.
     *
     * @return this store
     * @throws StoreException if the database can't be reached or lacks what is needed, or its tables are newer than
     *     this version
     */
    public JdbcSessionStore prepare() {
        tables.prepare("the tables of sessions can't be prepared");
        return this;
    }

    @Override
    public SessionStore.State read(String session, SessionStore.State known) {
        String id = StoredName.write(session);
        return tables.callAgain(
                "a session can't be read",
                work -> SessionTables.read(work, tables.words(work).atOneMoment(), id, known));
    }

    @Override
    public Optional<SessionStore.State> replace(
            String session, SessionStore.State before, Map<String, JsonNode> parts) {
        String id = StoredName.write(session);
        PlacedParts placed = PlacedParts.of(parts);
        List<PartChange> changes = changes(PlacedParts.of(before.parts()), placed);
        SessionStore.State after = new SessionStore.State(newVersion(before.version()), parts);
        SessionTables.SessionRow row =
                new SessionTables.SessionRow(after.version(), hour(Instant.now()), placed.text(limits.partLength()));
        boolean taken =
                tables.call("a session can't be changed", work -> isTaken(work, id, before.version(), row, changes));
        return taken ? Optional.of(after) : Optional.empty();
    }

    private static boolean isTaken(
            JdbcWork work, String id, long before, SessionTables.SessionRow after, List<PartChange> changes)
            throws SQLException {
        try {
            work.begin();
            if (!SessionTables.advance(work, id, before, after)) {
                return false;
            }
            SessionTables.change(work, id, changes);
            work.commit();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.isConflict(e)) {
                return false;
            }
            throw e;
        }
    }

    private List<PartChange> changes(PlacedParts placedBefore, PlacedParts placedAfter) {
        Map<String, JsonNode> before = placedBefore.apart();
        Map<String, JsonNode> after = placedAfter.apart();
        List<PartChange> changes = new ArrayList<>();
        after.forEach((name, value) -> {
            JsonNode old = before.get(name);
            if (old != value) {
                String text = StoredJson.write(name, value, limits.partLength());
                changes.add(new PartChange(StoredName.write(name), old == null ? Kind.ADDED : Kind.CHANGED, text));
            }
        });
        before.keySet().stream()
                .filter(name -> !after.containsKey(name))
                .forEach(name -> changes.add(new PartChange(StoredName.write(name), Kind.REMOVED, "")));
        return changes;
    }

    /** Returns a version that no process has used before, not even for a deleted session of the same id. */
    private static long newVersion(long before) {
        while (true) {
            long version = RANDOM.nextLong() >>> 1;
            if (version != 0 && version != before) {
                return version;
            }
        }
    }

    /** Returns the hour of a time: so coarse that most changes of a session don't change the index of old sessions. */
    private static long hour(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), TimeUnit.HOURS.toSeconds(1));
    }

    @Override
    public void delete(String session) {
        String id = StoredName.write(session);
        tables.callAgain("a session can't be deleted", work -> {
            work.begin();
            SessionTables.delete(work, id);
            work.commit();
            return id;
        });
    }

    @Override
    public int deleteUnchanged(Instant since, int limit) {
        long hour = hour(since);
        AtomicInteger deleted = new AtomicInteger();
        return tables.callAgain("old sessions can't be deleted", work -> {
            for (String id : SessionTables.untouched(work, hour, limit - deleted.get())) {
                work.begin();
                long version = newVersion(0);
                boolean isOld = SessionTables.retire(work, id, version, hour);
                if (isOld) {
                    drop(work, id, version);
                }
                work.commit();
                deleted.addAndGet(isOld ? 1 : 0);
            }
            return deleted.get();
        });
    }

    /** Deletes a session whose row this transaction has changed, except for what must stay, until it needn't. */
    private void drop(JdbcWork work, String id, long version) throws SQLException {
        SessionStore.State state = SessionTables.read(work, id);
        Map<String, JsonNode> lasting = state.lasting();
        if (lasting.isEmpty()) {
            SessionTables.delete(work, id);
        } else {
            PlacedParts placed = PlacedParts.of(lasting);
            SessionTables.change(work, id, changes(PlacedParts.of(state.parts()), placed));
            long until = hour(state.lastingUntil()) + 1;
            SessionTables.update(
                    work, id, version, new SessionTables.SessionRow(version, until, placed.text(limits.partLength())));
        }
    }

    @Override
    public List<SessionStore.Part> find(String prefix, String from, boolean newest, int limit) {
        return tables.callAgain(FIND, work -> SessionTables.find(work, StoredName.range(prefix, from), newest, limit));
    }

    @Override
    public Map<String, Integer> count(String prefix, String from) {
        return tables.callAgain(FIND, work -> SessionTables.count(work, StoredName.range(prefix, from)));
    }

    @Override
    public boolean isLocal() {
        return false;
    }
}
