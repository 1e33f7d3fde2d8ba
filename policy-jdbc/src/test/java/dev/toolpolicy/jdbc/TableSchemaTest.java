package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Creation of the tables, and reasons why they can't be used. */
class TableSchemaTest {
    private static final Function<SqlWords, List<String>> SECOND = words -> List.of(
            words.text().equals("text")
                    ? "alter table tool_policy_session add column if not exists note varchar(10)"
                    : "create table if not exists tool_policy_note (note varchar(10))");
    private static final TableSchema NEWER = new TableSchema(List.of(TableSchema::first, SECOND));

    private static void execute(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void nodesThatStartAtOnceOnH2() throws Exception {
        for (int round = 0; round < 5; round++) {
            startAtOnce(Databases.h2());
        }
    }

    @Test
    void nodesThatStartAtOnceOnPostgres() throws Exception {
        for (int round = 0; round < 5; round++) {
            startAtOnce(Databases.postgres());
        }
    }

    /** Half of them know a newer form, so some create and some migrate. */
    private static void startAtOnce(DataSource database) throws Exception {
        int nodes = 6;
        CyclicBarrier barrier = new CyclicBarrier(nodes);
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        try {
            List<Future<JdbcSessionStore>> started = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                started.add(threads.submit(() -> {
                    JdbcSessionStore store = new JdbcSessionStore(database, JdbcLimits.defaults(), NEWER);
                    barrier.await();
                    return store.prepare();
                }));
            }
            for (Future<JdbcSessionStore> store : started) {
                assertThat(store.get().read("s", SessionStore.State.NONE)).isSameAs(SessionStore.State.NONE);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void anOlderFormIsBroughtToTheNewestAndKeepsItsSessions() throws Exception {
        for (DataSource database : List.of(Databases.h2(), Databases.postgres())) {
            SessionStore.State before = JdbcSessionStore.on(database, Databases.PATIENT)
                    .replace("s", SessionStore.State.NONE, Map.of("a", IntNode.valueOf(1)))
                    .orElseThrow();

            JdbcSessionStore newer = new JdbcSessionStore(database, JdbcLimits.defaults(), NEWER);
            assertThat(newer.read("s", SessionStore.State.NONE)).isEqualTo(before);

            assertThatThrownBy(() ->
                            JdbcSessionStore.on(database, Databases.PATIENT).prepare())
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "the database's tables of sessions are of version 2, and this knows 1: nodes that are older"
                                    + " than the tables can't use them");
        }
    }

    @Test
    void aFormThatWasLeftHalfMadeIsFinished() throws Exception {
        DataSource database = Databases.h2();
        JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        execute(database, "drop table tool_policy_part");
        execute(database, "update tool_policy_schema set version = 0");

        JdbcSessionStore store = JdbcSessionStore.on(database, Databases.PATIENT);
        assertThat(store.replace("s", SessionStore.State.NONE, Map.of("a", IntNode.valueOf(1))))
                .isPresent();
    }

    @Test
    void aDatabaseThatTakesDifferentNamesForTheSameIsRefused() {
        DataSource database = Databases.h2("mem:ignorecase;IGNORECASE=TRUE;DB_CLOSE_DELAY=-1");

        assertThatThrownBy(
                        () -> JdbcSessionStore.on(database, Databases.PATIENT).prepare())
                .isInstanceOf(StoreException.class)
                .hasMessage("the database compares texts by a language's rules; the tables of sessions need a binary"
                        + " collation");
    }

    @Test
    void connectionsThatReadWhatIsNotCommittedAreRefused() {
        DataSource dirty = new Isolated(Databases.h2(), Connection.TRANSACTION_READ_UNCOMMITTED);

        assertThatThrownBy(() -> JdbcSessionStore.on(dirty, Databases.PATIENT).prepare())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("sessions need READ COMMITTED or stricter");
    }

    @Test
    void aDatabaseThatCantBeReachedIsTriedAgain() throws Exception {
        DataSource database = Databases.h2();
        Faults faults = new Faults(database);
        faults.dieAt(0, false, "08001");
        JdbcSessionStore store = JdbcSessionStore.on(faults, Databases.PATIENT);

        assertThatThrownBy(store::prepare)
                .isInstanceOf(StoreException.class)
                .hasMessage("the tables of sessions can't be prepared: java.sql.SQLException, SQLSTATE 08001, code 0");
        assertThat(store.prepare().read("s", SessionStore.State.NONE)).isSameAs(SessionStore.State.NONE);
    }
}
