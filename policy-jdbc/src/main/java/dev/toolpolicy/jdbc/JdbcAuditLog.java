package dev.toolpolicy.jdbc;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.store.StoreException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

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
    private static final Duration PREPARATION = Duration.ofSeconds(30);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final JdbcLimits limits;
    private final BoundedCalls calls;
    private final SessionSchema schema = SessionSchema.ofAudit();
    private volatile @Nullable SqlWords prepared;

    private JdbcAuditLog(DataSource database, JdbcLimits limits) {
        this.limits = limits;
        this.calls = new BoundedCalls(database, limits.time(), limits.operations());
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
        Duration time = limits.time().compareTo(PREPARATION) < 0 ? PREPARATION : limits.time();
        calls.call("the table of the audit log can't be prepared", time, this::words);
        return this;
    }

    private SqlWords words(JdbcWork work) throws SQLException {
        SqlWords words = prepared;
        if (words == null) {
            words = schema.prepare(work);
            prepared = words;
        }
        return words;
    }

    @Override
    public void write(CallRecord call, String line) {
        Instant ended = call.ended().orElseGet(Instant::now);
        List<String> names = List.of(
                call.session(),
                call.tool(),
                call.verdict().map(CallRecord.Verdict::word).orElse(""));
        long id = RANDOM.nextLong() >>> 1;
        calls.call("a line of the audit log can't be written", work -> {
            words(work);
            work.begin();
            AuditTable.add(work, ended, id, names, line);
            work.commit();
            return id;
        });
    }

    /**
     * Deletes the lines of calls that ended before a time.
     *
     * @param time the time
     * @return the number of deleted lines
     * @throws StoreException if they can't be deleted
     */
    public int deleteBefore(Instant time) {
        return calls.callAgain("old lines of the audit log can't be deleted", work -> {
            words(work);
            work.begin();
            int deleted = AuditTable.deleteBefore(work, time);
            work.commit();
            return deleted;
        });
    }
}
