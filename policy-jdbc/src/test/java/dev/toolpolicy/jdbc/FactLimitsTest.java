package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Limits over sessions are exact over the nodes that share a database. */
class FactLimitsTest {
    private static final ToolSchema FACTS = ToolSchema.of(Parameter.required("user", ParameterType.string()));

    static Stream<DataSource> databases() throws Exception {
        return Stream.of(Databases.pooled(Databases.h2(), 8), Databases.pooled(Databases.postgres(), 8));
    }

    private static PolicyEngine node(SessionStore store, int most) {
        return node(store, most, Duration.ofDays(1));
    }

    private static PolicyEngine node(SessionStore store, int most, Duration time) {
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(DeclaredTool.of("pay", ToolSchema.of())
                        .withRun(RuleList.always(Mode.ALLOW))
                        .withLimits(CallLimit.calls(most).per(time).by("/user")))))
                .facts(FACTS)
                .sessions(SessionSettings.inMemory().withStore(store).withRetryTimeout(Duration.ofMinutes(1)))
                .build();
    }

    private static PolicySession session(PolicyEngine node, String id, String user) {
        return node.session(id).withFacts(JsonNodeFactory.instance.objectNode().put("user", user));
    }

    private static boolean runs(PolicySession session) {
        return session.guard("c", "pay", "{}").begin().isEmpty();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void threadsOfTwoNodesRunExactlyAsManyAsTheLimit(DataSource database) throws InterruptedException {
        int most = 40;
        AtomicInteger ran = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            PolicyEngine node = node(JdbcSessionStore.on(database, Databases.PATIENT), most);
            for (int j = 0; j < 4; j++) {
                PolicySession session = session(node, "s" + i + j, "ann");
                threads.add(new Thread(() -> {
                    for (int call = 0; call < 10; call++) {
                        GuardedCall guarded = session.guard("c", "pay", "{}");
                        if (guarded.begin().isEmpty()) {
                            ran.incrementAndGet();
                            if (call % 3 == 0) {
                                ran.decrementAndGet();
                                session.calls().finished(guarded.ticket(), ToolResult.failureWithoutEffect("refused"));
                            }
                        }
                    }
                }));
            }
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        PolicySession rest = session(node(JdbcSessionStore.on(database, Databases.PATIENT), most), "rest", "ann");
        while (runs(rest)) {
            ran.incrementAndGet();
        }
        assertThat(ran).hasValue(most);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aNodeThatDiesBetweenCounterAndRunGivesNothingBack(DataSource database) {
        SessionStore store = JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        for (int change = 1; change <= 2; change++) {
            String user = "user" + change;
            MortalStore mortal = new MortalStore(store, change, false, () -> {});
            assertThat(runs(session(node(mortal, 2), "dying" + change, user)))
                    .as("after change " + change)
                    .isFalse();
            PolicyEngine other = node(store, 2);
            assertThat(runs(session(other, "other" + change, user))).isTrue();
            assertThat(runs(session(other, "third" + change, user)))
                    .as("the call of the dead node counts")
                    .isFalse();
        }
        String user = "nothing";
        assertThat(runs(session(node(new MortalStore(store, 1, true, () -> {}), 1), "dying", user)))
                .isFalse();
        assertThat(runs(session(node(store, 1), "other", user)))
                .as("nothing was counted")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void oldSessionsAreDeletedAndTheirCountersStay(DataSource database) {
        SessionStore store = JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        assertThat(runs(session(node(store, 1), "s", "bea"))).isTrue();
        assertThat(store.read("s", SessionStore.State.NONE).parts()).isNotEmpty();
        store.deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 1_000);
        assertThat(store.read("s", SessionStore.State.NONE).parts()).isEmpty();
        assertThat(runs(session(node(store, 1), "s", "bea"))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aCounterIsDeletedWhenItsTimeIsOver(DataSource database) throws InterruptedException {
        SessionStore store = JdbcSessionStore.on(database, Databases.PATIENT).prepare();
        assertThat(runs(session(node(store, 1), "s", "cid"))).isTrue();
        Duration brief = Duration.ofMillis(50);
        assertThat(runs(session(node(store, 1, brief), "s", "dan"))).isTrue();
        assertThat(store.find("limit", "limit", false, 9)).hasSize(2);
        Thread.sleep(brief.plusMillis(1).toMillis());
        store.deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 1_000);
        store.deleteUnchanged(Instant.now().plus(Duration.ofHours(2)), 1_000);
        assertThat(store.find("limit", "limit", false, 9)).hasSize(1);
        assertThat(runs(session(node(store, 1), "s", "cid"))).isFalse();
    }
}
