package dev.toolpolicy.jdbc;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.store.StoreException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

/**
 * The audit log's place in a database, for any number of processes. It creates the table {@code tool_policy_audit} when
 * it is first used.
 *
 * <pre>{@code
 * PolicyEngine.builder().tools(tools).onCall(AuditLog.to(JdbcAuditLog.on(dataSource)))
 * }</pre>
 *
 * <p>The table has the columns {@code ended} (milliseconds since 1970), {@code id} (random), {@code session},
 * {@code tool}, {@code verdict} and {@code content}, which is the line. Names have at most 200 characters there; the
 * line has them whole. A line is written on the thread on which its call ended, within the limits. Databases are those of
 * {@link JdbcSessionStore}.
 */
public final class JdbcAuditLog implements AuditLog.Sink {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final PreparedTables tables;

    private JdbcAuditLog(DataSource database, JdbcLimits limits) {
        this.tables = new PreparedTables(database, limits, TableSchema.ofAudit());
    }

    /**
     * Creates a sink with {@linkplain JdbcLimits#defaults default limits}. It opens no connection yet.
     *
     * @param database the source of connections
     */
    public static JdbcAuditLog on(DataSource database) {
        return on(database, JdbcLimits.defaults());
    }

    /**
     * Creates a sink. It opens no connection yet.
     *
     * @param database the source of connections
     * @param limits the limits of an operation
     */
    public static JdbcAuditLog on(DataSource database, JdbcLimits limits) {
        return new JdbcAuditLog(database, limits);
    }

    /**
     * Creates the table. Without it, the first line does so, within its own time limit. Call it when the service starts,
     * to learn then whether the database can be used. It takes up to half a minute.
     *
     * @return this sink
     * @throws StoreException if the database can't be reached or lacks what is needed
     */
    public JdbcAuditLog prepare() {
        tables.prepare("the table of the audit log can't be prepared");
        return this;
    }

    @Override
    public void write(CallRecord call, String line) {
        Instant ended = call.ended().orElseGet(Instant::now);
        List<String> names = List.of(
                call.session(),
                call.tool(),
                call.verdict().map(CallRecord.Verdict::word).orElse(""));
        long id = RANDOM.nextLong() >>> 1;
        tables.call("a line of the audit log can't be written", work -> AuditTable.add(work, ended, id, names, line));
    }

    /**
     * Deletes the lines of calls that ended before a time.
     *
     * @param time the time
     * @return the number of deleted lines
     * @throws StoreException if they can't be deleted
     */
    public int deleteBefore(Instant time) {
        return tables.callAgain(
                "old lines of the audit log can't be deleted", work -> AuditTable.deleteBefore(work, time));
    }
}
