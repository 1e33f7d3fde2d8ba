package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.audit.AuditLog;
import dev.toolpolicy.runtime.store.SessionStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The audit log in a database. */
class JdbcAuditLogTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private static CallRecord call(int number, String session) {
        Instant time = NOON.plus(Duration.ofHours(number));
        return new CallRecord(session, number, "c" + number, "read")
                .followedBy(List.of(CallStep.started().at(time, 0)))
                .withVerdict(CallRecord.Verdict.RAN, Optional.of(true));
    }

    private static List<String> rows(DataSource database) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select session, tool, verdict, content from tool_policy_audit order by ended, id")) {
            while (found.next()) {
                rows.add(found.getString(1) + " " + found.getString(2) + " " + found.getString(3));
                assertThat(found.getString(4)).startsWith("{\"session\":").endsWith("\"}");
            }
        }
        return rows;
    }

    private static void writes(DataSource database) throws SQLException {
        JdbcAuditLog sink = JdbcAuditLog.on(database, Databases.PATIENT).prepare();
        AuditLog first = AuditLog.to(sink);
        AuditLog second = AuditLog.to(JdbcAuditLog.on(database, Databases.PATIENT));
        first.onCall(call(1, "s"));
        second.onCall(call(2, "two words"));
        first.onCall(call(3, "\u20ac".repeat(500)));
        assertThat(first.failures() + second.failures()).isZero();
        assertThat(rows(database))
                .containsExactly("s read ran", "two!0020words read ran", "~20ac".repeat(40) + " read ran");
        assertThat(sink.deleteBefore(NOON.plus(Duration.ofHours(2)))).isEqualTo(1);
        assertThat(rows(database)).hasSize(2);
    }

    @Test
    void linesAreInH2() throws SQLException {
        writes(Databases.h2());
    }

    @Test
    void linesAreInPostgres() throws SQLException {
        writes(Databases.postgres());
    }

    @Test
    void aDatabaseOfSessionsTakesItToo() throws SQLException {
        DataSource database = Databases.h2();
        JdbcSessionStore store =
                JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        writes(database);
        assertThat(store.read("s", SessionStore.State.NONE)).isSameAs(SessionStore.State.NONE);
    }

    @Test
    void aDatabaseThatIsGoneIsACountedFailure() {
        AuditLog audit = AuditLog.to(JdbcAuditLog.on(
                Databases.h2("mem:closed;IFEXISTS=TRUE"), JdbcLimits.defaults().within(Duration.ofMillis(500))));
        audit.onCall(call(1, "s"));
        assertThat(audit.failures()).isEqualTo(1);
    }
}
