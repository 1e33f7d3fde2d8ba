package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import dev.toolpolicy.shared.Until;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Databases that are down, slow, locked or hanging: calls are denied in time, and go on when they can. */
class JdbcFailureTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Far more than any limit here, on a busy machine too, and less than what hangs takes. */
    private static final Duration IN_TIME = Duration.ofSeconds(30);

    private static final JdbcLimits SHORT = JdbcLimits.defaults().within(SECOND);

    private static PolicyRegistry session(SessionStore store) {
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(store)
                .withRetryTimeout(SECOND)
                .withOpenCalls(100);
        PolicyRegistry registry = new PolicyRegistry("s", settings);
        registry.register(Policies.sequential(Map.of("deploy", List.of("test"))));
        return registry;
    }

    private static Duration time(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    void aServerThatIsStoppedAndStartedAgain() throws Exception {
        Assumptions.assumeTrue(PostgresServer.isPossible(), "no PostgreSQL for this machine");
        try (PostgresServer server = PostgresServer.started(true)) {
            SmallPool pool = new SmallPool(server.newSchema(), 4);
            PolicyRegistry session = session(JdbcSessionStore.on(pool, Databases.PATIENT));
            CheckedCall test = Sessions.check(session, Sessions.call("test"));
            assertThat(test.denial()).isEmpty();

            server.stop();
            Sessions.recordSuccess(session, test, NullNode.getInstance());
            Duration denied = time(() -> assertThat(Sessions.denial(session, Sessions.call("deploy"))
                            .orElseThrow()
                            .policy())
                    .isEqualTo("session_store"));
            assertThat(denied).isLessThan(IN_TIME);

            server.start();
            Until.met("what was kept is recorded", () -> Sessions.allows(session, Sessions.call("deploy")));
            Until.met("all connections are back", pool::isWhole);
        }
    }

    @Test
    void aRowThatIsLockedElsewhere() throws Exception {
        DataSource database = Databases.postgres();
        SmallPool pool = new SmallPool(database, 4);
        PolicyRegistry patient = session(JdbcSessionStore.on(pool, Databases.PATIENT));
        PolicyRegistry session = session(JdbcSessionStore.on(pool, SHORT));
        assertThat(Sessions.run(patient, Sessions.call("test"))).isTrue();
        try (Connection other = database.getConnection();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("select * from tool_policy_session for update");

            Duration denied = time(() -> assertThat(Sessions.denial(session, Sessions.call("deploy"))
                            .orElseThrow()
                            .policy())
                    .isEqualTo("session_store"));
            assertThat(denied).isLessThan(IN_TIME);
            Until.met("statements whose callers no longer wait have ended", () -> waiting(lock) == 0);
            Until.met("all connections are back", pool::isWhole);
            other.rollback();
        }
        assertThat(Sessions.allows(patient, Sessions.call("deploy"))).isTrue();
    }

    private static int waiting(Statement statement) throws SQLException {
        statement.execute("select pg_stat_clear_snapshot()"); // a transaction sees the first one only
        try (ResultSet rows = statement.executeQuery("select count(*) from pg_stat_activity"
                + " where datname = current_database() and state = 'active' and pid <> pg_backend_pid()")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Hangs where it can't be interrupted, until it is let go. */
    private static final class Hanging implements Databases.Changed {
        private final DataSource source = Databases.h2();
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile boolean hangs;

        @Override
        public DataSource source() {
            return source;
        }

        @Override
        public Connection getConnection() throws SQLException {
            boolean waiting = hangs;
            while (waiting) {
                try {
                    released.await();
                    waiting = false;
                } catch (InterruptedException e) {
                    // as drivers do that don't know of interrupts
                }
            }
            return source.getConnection();
        }
    }

    @Test
    void aHangingDriverBlocksNoCallerAndTakesLimitedThreads() throws Exception {
        Hanging database = new Hanging();
        JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        SessionStore store = JdbcSessionStore.on(database, new JdbcLimits(Duration.ofMillis(300), 3, 1000));
        database.hangs = true;
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try {
            List<Future<Duration>> times = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                times.add(
                        callers.submit(() -> time(() -> assertThat(reads(store)).isFalse())));
            }
            for (Future<Duration> each : times) {
                assertThat(each.get()).isLessThan(IN_TIME);
            }
        } finally {
            callers.shutdownNow();
        }
        Until.met("all three operations hang", () -> !reads(store) && hangingThreads() == 3);
        assertThatThrownBy(() -> store.read("s", SessionStore.State.NONE))
                .hasMessage("a session can't be read: 3 operations are under way, and none ended in time");

        database.hangs = false;
        database.released.countDown();
        Until.met("operations end in time again", () -> reads(store));
    }

    /** Returns whether a session could be read in time. */
    private static boolean reads(SessionStore store) {
        try {
            return store.read("s", SessionStore.State.NONE).parts().isEmpty();
        } catch (StoreException late) {
            assertThat(late).hasMessageContaining("a session can't be read");
            return false;
        }
    }

    private static long hangingThreads() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> List.of(stack).stream()
                        .anyMatch(frame -> frame.getClassName().equals(Hanging.class.getName())))
                .count();
    }

    /** What comes back to life after its time is over changes nothing. */
    @Test
    void abandonedOperationsAreNotDoneLater() throws Exception {
        Hanging database = new Hanging();
        JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        SessionStore store = JdbcSessionStore.on(database, new JdbcLimits(Duration.ofMillis(200), 3, 1000));
        database.hangs = true;
        assertThatThrownBy(() -> store.replace("s", SessionStore.State.NONE, Map.of()))
                .hasMessageContaining("took longer");

        database.hangs = false;
        database.released.countDown();
        Until.met("the threads of the store end", () -> hangingThreads() == 0);
        Thread.sleep(100);
        assertThat(JdbcSessionStore.on(database.source(), Databases.PATIENT).read("s", SessionStore.State.NONE))
                .isSameAs(SessionStore.State.NONE);
    }

    @Test
    void anInterruptWaitsUntilTheChangeIsKnown() {
        SessionStore store = JdbcSessionStore.on(Databases.h2(), Databases.PATIENT);
        Thread.currentThread().interrupt();
        assertThat(store.replace("s", SessionStore.State.NONE, Map.of())).isPresent();
        assertThat(Thread.interrupted()).as("the interrupt is still there").isTrue();
    }

    @Test
    void connectionsComeBackAsTheyWere() throws Exception {
        for (boolean autoCommit : new boolean[] {true, false}) {
            try (Connection one = Databases.h2().getConnection()) {
                one.setAutoCommit(autoCommit);
                Databases.Changed same = new Databases.Changed() {
                    @Override
                    public DataSource source() {
                        return this;
                    }

                    @Override
                    public Connection getConnection() {
                        return unclosed(one);
                    }
                };
                int isolation = one.getTransactionIsolation();
                SessionStore store = JdbcSessionStore.on(same, Databases.PATIENT);
                SessionStore.State after = store.replace("s", SessionStore.State.NONE, Map.of("a", IntNode.valueOf(1)))
                        .orElseThrow();
                assertThat(store.replace("s", SessionStore.State.NONE, Map.of()))
                        .isEmpty();
                assertThat(store.read("s", SessionStore.State.NONE)).isEqualTo(after);
                assertThat(store.find("a", "a", false, 1)).hasSize(1);

                assertThat(one.getAutoCommit()).isEqualTo(autoCommit);
                assertThat(one.getTransactionIsolation()).isEqualTo(isolation);
                try (Statement statement = one.createStatement()) {
                    assertThat(statement.getQueryTimeout()).isZero();
                }
                one.rollback();
                assertThat(store.read("s", SessionStore.State.NONE))
                        .as("what was committed")
                        .isEqualTo(after);
            }
        }
    }

    private static Connection unclosed(Connection connection) {
        return (Connection) java.lang.reflect.Proxy.newProxyInstance(
                JdbcFailureTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(connection, args);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
