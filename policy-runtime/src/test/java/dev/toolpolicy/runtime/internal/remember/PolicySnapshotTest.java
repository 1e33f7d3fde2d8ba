package dev.toolpolicy.runtime.internal.remember;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static dev.toolpolicy.runtime.internal.remember.Sessions.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.Fact;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.SessionPolicies;
import dev.toolpolicy.runtime.policy.ManualClock;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PolicySnapshotTest {
    private static final Fact<Boolean> STRICT = Fact.flag("strict");
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    private static ToolPolicy deployAfterTest() {
        return Policies.sequential(Map.of("deploy", List.of("test")));
    }

    private static PolicyRegistry timed(String id) {
        return new PolicyRegistry(id, SessionSettings.inMemory().withClock(Clock.fixed(NOW, ZoneOffset.UTC)));
    }

    @Test
    void aSnapshotIsRestoredInAnotherRegistryBeforeAnyCall() {
        PolicyRegistry before = session(deployAfterTest());
        run(before, call("test"));
        before.putFact(STRICT, true);
        String text = before.snapshot().text();

        PolicyRegistry after = session(deployAfterTest());
        assertThat(allows(after, call("deploy"))).isFalse();
        after.restore(PolicySnapshot.read(text));

        assertThat(allows(after, call("deploy"))).isTrue();
        assertThat(after.context().fact(STRICT)).contains(true);
        assertThat(after.snapshot().json().path("record"))
                .isEqualTo(before.snapshot().json().path("record"))
                .isNotEmpty();
    }

    @Test
    void aSnapshotHasTheTimeOfTheLastChangeAlsoIfThatBeganACall() {
        ManualClock clock = new ManualClock();
        PolicyRegistry session =
                new PolicyRegistry("s", SessionSettings.inMemory().withClock(clock));
        session.register(deployAfterTest());
        assertThat(changed(session)).isEqualTo("null");
        CheckedCall first = Sessions.check(session, call("test"));
        assertThat(changed(session)).isEqualTo("\"" + clock.instant() + "\"");
        clock.pass(Duration.ofSeconds(5));
        Sessions.check(session, call("test"));
        assertThat(changed(session)).isEqualTo("\"" + clock.instant() + "\"");
        clock.pass(Duration.ofSeconds(5));
        Sessions.recordFailure(session, first);
        assertThat(changed(session)).isEqualTo("\"" + clock.instant() + "\"");
    }

    private static String changed(PolicyRegistry session) {
        return session.snapshot().json().path("changed").toString();
    }

    @Test
    void equalStatesAreEqualBytesForAllOrdersOfEvents() {
        ToolPolicy policy = Policies.sequential(Map.of("deploy", List.of("test", "build", "lint")));
        PolicyRegistry one = timed("s");
        PolicyRegistry other = timed("s");
        one.register(policy);
        other.register(policy);
        for (String tool : List.of("test", "build", "lint")) {
            run(one, call(tool));
        }
        for (String tool : List.of("lint", "test", "build", "test")) {
            run(other, call(tool));
        }

        assertThat(one.snapshot().text())
                .isEqualTo(other.snapshot().text())
                .contains("\"changed\":\"2026-11-22T10:00:00Z\"");
        assertThat(one.snapshot().text())
                .as("taken again")
                .isEqualTo(one.snapshot().text());
        assertThat(timed("s").snapshot().text()).contains("\"changed\":null");
    }

    @Test
    void aSnapshotOfAnotherSessionChangesNothing() {
        PolicyRegistry session = session(deployAfterTest());
        run(session, call("test"));
        String before = session.snapshot().text();

        refused(
                session,
                document -> document.put("session", "other"),
                "the snapshot is of session \"other\", not of \"session\"; use forSession to continue in another"
                        + " session");

        assertThat(session.snapshot().text()).isEqualTo(before);
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    private static void refused(PolicyRegistry session, Consumer<ObjectNode> change, String message) {
        ObjectNode document = session.snapshot().json();
        change.accept(document);
        PolicySnapshot changed = PolicySnapshot.read(document);
        assertThatThrownBy(() -> session.restore(changed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void invalidSnapshotsCantBeRead() {
        String good = session(new Scripted("p")).snapshot().text();
        unreadable("", "the snapshot is not valid JSON: there is no value");
        unreadable("{", "the snapshot is not valid JSON");
        unreadable("[]", "this is not a snapshot");
        unreadable(
                "{\"facts\":-0.00001e1" + "0".repeat(45) + "}",
                "the snapshot is not valid JSON: a number's exponent is too long");
        unreadable(good + good, "the snapshot is not valid JSON");
        unreadable(good.replaceFirst("\"facts\"", "\"facts\":{},\"facts\""), "the snapshot is not valid JSON");
        unreadable(
                good.replace("\"version\":2", "\"version\":1"), "the snapshot is of version 1, and version 2 is read");
        unreadable(good.replace("\"version\":2", "\"version\":\"2\""), "the snapshot is of version \"2\"");
        unreadable(good.replace("\"version\":2", "\"version\":4294967298"), "the snapshot is of version 4294967298");
        unreadable(good.replace("\"facts\":{}", "\"facts\":1"), "the snapshot is damaged: facts must be an object");
        unreadable(good.replace("\"facts\":{}", "\"facts\":{},\"more\":1"), "the snapshot is damaged: more is unknown");
        unreadable(
                good.replace("\"state\":0", "\"stat\":0"),
                "the snapshot is damaged: policies/p/dev.toolpolicy.runtime.internal.remember.Scripted/state is"
                        + " missing");
        unreadable(good.replace("\"record\":{}", "\"record\":[]"), "the snapshot is damaged: record must be an object");
        unreadable(
                good.replace("\"changed\":null", "\"changed\":1"), "the snapshot is damaged: changed must be a text");
    }

    private static void unreadable(String text, String message) {
        assertThatThrownBy(() -> PolicySnapshot.read(text))
                .as(text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void snapshotAndLiveStateShareNothing() {
        PolicyRegistry session = session(deployAfterTest());
        run(session, call("test"));
        PolicySnapshot snapshot = session.snapshot();
        String before = snapshot.text();
        ((ObjectNode) snapshot.json().path("record")).removeAll();
        session.reset("sequential_dependency");

        assertThat(snapshot.text()).isEqualTo(before);
        session.restore(snapshot);
        assertThat(allows(session, call("deploy"))).isTrue();
    }

    @Test
    void aSnapshotGoesOnInASessionOfAnotherId() {
        PolicyRegistry before = session(deployAfterTest());
        run(before, call("test"));
        PolicyRegistry other = new PolicyRegistry("other");
        other.register(deployAfterTest());

        other.restore(before.snapshot().forSession("other"));

        assertThat(allows(other, call("deploy"))).isTrue();
    }

    @Test
    void aPolicyMissingInTheSnapshotStartsEmpty() {
        PolicyRegistry before = session();
        PolicyRegistry after = session(deployAfterTest(), new Scripted("own"));
        run(after, call("test"));
        assertThat(after.context().states().get("own").intValue()).isEqualTo(1);

        after.restore(before.snapshot());

        assertThat(allows(after, call("deploy"))).isFalse();
        assertThat(after.context().states()).doesNotContainKey("own");
    }

    @Test
    void aPolicyThatIsResetIsSoundAndStartsEmpty() {
        Scripted broken = new Scripted("p");
        PolicyRegistry session = session(broken, new Scripted("other"));
        run(session, call("x"));
        broken.onSuccess = state -> null;
        run(session, call("x"));
        assertThat(allows(session, call("x"))).isFalse();

        session.reset("p");

        assertThat(allows(session, call("x"))).isTrue();
        assertThat(session.context().states()).doesNotContainKey("p");
        assertThat(session.context().states().get("other").intValue()).isEqualTo(2);
    }

    @Test
    void aCallThatBeganBeforeARestoreCountsForNothingAfterIt() {
        PolicyRegistry session = session(deployAfterTest());
        PolicySnapshot empty = session.snapshot();
        CheckedCall running = Sessions.check(session, call("test"));
        session.restore(empty);

        Sessions.recordSuccess(session, running, NullNode.getInstance());

        assertThat(allows(session, call("deploy"))).isFalse();
    }

    @Test
    void aDegradedPolicyIsSoAfterItsOwnSnapshotAndSoundAfterASoundOne() {
        Scripted broken = new Scripted("p");
        PolicyRegistry session = session(broken);
        PolicySnapshot sound = session.snapshot();
        broken.onSuccess = state -> null;
        run(session, call("x"));
        PolicySnapshot degraded = session.snapshot();

        session.restore(sound);
        assertThat(allows(session, call("x"))).isTrue();
        session.restore(PolicySnapshot.read(degraded.text()));
        assertThat(reason(session, call("x"))).contains("so it denies calls until the service resets it");
    }

    @Test
    void aRollBackLeavesAloneWhatSurvivesIt() {
        Scripted keeps = new Scripted("keeps") {
            @Override
            public boolean survivesRollback() {
                return true;
            }
        };
        Scripted follows = new Scripted("follows");
        PolicyRegistry session = session(keeps, follows);
        run(session, call("x"));
        PolicySnapshot turn = session.snapshot();
        run(session, call("x"));

        SessionPolicies policies = session; // as a service has it
        policies.rollBack(turn);
        Map<String, JsonNode> states = session.context().states();
        assertThat(states.get("keeps").intValue()).isEqualTo(2);
        assertThat(states.get("follows").intValue()).isEqualTo(1);

        session.restore(turn);
        assertThat(session.context().states().get("keeps").intValue()).isEqualTo(1);
    }
}
