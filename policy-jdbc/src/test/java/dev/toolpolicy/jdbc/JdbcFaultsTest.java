package dev.toolpolicy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.runtime.store.StoreException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A connection that dies at any operation, before or after it: nothing is lost, doubled or allowed by that. */
class JdbcFaultsTest {
    private static final String LOST = "08006";
    private static final String DISK_FULL = "53100";
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TestFactory
    Stream<DynamicTest> onH2() {
        return rounds(Databases.h2());
    }

    @TestFactory
    Stream<DynamicTest> onPostgres() {
        return rounds(Databases.postgres());
    }

    private Stream<DynamicTest> rounds(DataSource source) {
        DataSource database = Databases.pooled(source, 4);
        Faults whole = new Faults(database);
        JdbcSessionStore.on(whole, Databases.PATIENT).prepare();
        whole.dieAt(-1, false, LOST);
        story(whole, "whole");
        int operations = whole.count();
        assertThat(operations).isBetween(20, 200);
        return IntStream.range(0, operations)
                .boxed()
                .flatMap(i -> Stream.of(
                        round(database, i, false, LOST),
                        round(database, i, true, LOST),
                        round(database, i, false, i % 2 == 0 ? DISK_FULL : SERIALIZATION_FAILURE)));
    }

    private static DynamicTest round(DataSource database, int operation, boolean after, String state) {
        String name = "operation " + operation + (after ? " done and then lost, " : " lost, ") + state;
        return DynamicTest.dynamicTest(name, () -> {
            Faults faults = new Faults(database);
            faults.dieAt(operation, after, state);
            story(faults, name);
        });
    }

    /** Sequence, one-shot and approval: the outcome is the same as without faults, though steps are repeated. */
    private static void story(Faults database, String session) {
        PolicyRegistry here = node(database, session);
        assertThat(Sessions.allows(here, Sessions.call("deploy")))
                .as("too early")
                .isFalse();
        CheckedCall failing = Sessions.check(here, Sessions.call("test"));
        assertThat(failing.denial()).isEmpty();
        Sessions.recordFailure(here, failing);
        assertThat(Sessions.run(here, Sessions.call("test"))).isTrue();
        assertThat(Sessions.run(here, Sessions.call("once"))).isTrue();
        assertThat(Sessions.allows(here, Sessions.call("once")))
                .as("the second of a one-shot")
                .isFalse();

        Approval asked = Sessions.requested(here, Sessions.call("deploy"), "rules", "no rule", Duration.ofHours(1));
        here.approvals().approve(asked, "an operator");
        PolicyRegistry there = node(database, session);
        CheckedCall approved = Sessions.checked(there, Sessions.call("deploy"), asked.id(), "rules", "no rule");
        assertThat(approved.denial()).isEmpty();
        assertThat(Sessions.checked(here, Sessions.call("deploy"), asked.id(), "rules", "no rule")
                        .denial())
                .as("the second run")
                .isPresent();
        Sessions.recordSuccess(there, approved, NullNode.getInstance());

        SessionStore.State end =
                JdbcSessionStore.on(database.source(), Databases.PATIENT).read(session, SessionStore.State.NONE);
        assertThat(end.parts().get("policy/" + OneRunAKey.NAME).findValue("state"))
                .hasToString("{\"\":true}");
        assertThat(end.parts().get("record").at("/done/test/any").booleanValue())
                .isTrue();
        assertThat(end.parts().keySet())
                .as("calls that seem to run still")
                .noneMatch(part -> part.startsWith("begun/"));
    }

    private static PolicyRegistry node(DataSource database, String session) {
        SessionSettings settings = SessionSettings.inMemory()
                .withStore(JdbcSessionStore.on(database, Databases.PATIENT))
                .withRetryTimeout(PATIENCE)
                .withOpenCalls(100);
        PolicyRegistry registry = new PolicyRegistry(session, settings);
        List<ToolPolicy> policies = List.of(Policies.sequential(Map.of("deploy", List.of("test"))), new OneRunAKey());
        policies.forEach(registry::register);
        return registry;
    }

    @Test
    void messagesOfDriversAreNotPassedOn() {
        Faults faults = new Faults(Databases.h2());
        JdbcSessionStore store = JdbcSessionStore.on(faults, Databases.PATIENT).prepare();
        faults.dieAt(2, false, "53100");

        assertThatThrownBy(() -> store.replace("s", SessionStore.State.NONE, Map.of("a", TextNode.valueOf("hidden"))))
                .isInstanceOf(StoreException.class)
                .hasMessage("a session can't be changed: java.sql.SQLException, SQLSTATE 53100, code 0")
                .satisfies(failure -> {
                    StringWriter all = new StringWriter();
                    failure.printStackTrace(new PrintWriter(all));
                    assertThat(all.toString()).contains("Faults").doesNotContain("secret", "hidden");
                });
    }

    @Test
    void aValueThatNoTableTakesIsRefused() {
        JdbcSessionStore store = JdbcSessionStore.on(Databases.h2(), new JdbcLimits(PATIENCE, 4, 1000));

        assertThatThrownBy(() ->
                        store.replace("s", SessionStore.State.NONE, Map.of("a", TextNode.valueOf("x".repeat(999)))))
                .hasMessage("part \"a\" has 1001 characters of JSON text, and 1000 are the most that is stored");
        assertThatThrownBy(() -> store.replace(
                        "s",
                        SessionStore.State.NONE,
                        Map.of("a", JsonNodeFactory.instance.arrayNode().add(Double.NaN))))
                .hasMessage("part \"a\" is not a JSON value");
        assertThatThrownBy(() -> store.read("é".repeat(201), SessionStore.State.NONE))
                .hasMessage("an id or name of 201 characters is too long to be stored");
        assertThat(store.replace("é".repeat(200), SessionStore.State.NONE, Map.of()))
                .isPresent();
    }
}
