package dev.toolpolicy.runtime.policy;

import static dev.toolpolicy.runtime.internal.remember.Sessions.allows;
import static dev.toolpolicy.runtime.internal.remember.Sessions.call;
import static dev.toolpolicy.runtime.internal.remember.Sessions.reason;
import static dev.toolpolicy.runtime.internal.remember.Sessions.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.Requirement;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.Answers;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.Scripted;
import dev.toolpolicy.runtime.internal.remember.Sessions;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.NormalPath;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sessions whose policies change in a release, while old and new nodes serve them. */
class ChangedPoliciesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualClock clock = new ManualClock();
    private final SessionStore store = SessionStore.inMemory();

    private PolicyRegistry node(ToolPolicy... policies) {
        PolicyRegistry registry = new PolicyRegistry(
                "s",
                SessionSettings.inMemory().withStore(store).withClock(clock).withRetryTimeout(MINUTE.dividedBy(600)));
        List.of(policies).forEach(registry::register);
        return registry;
    }

    private void runAll(PolicyRegistry session, ToolCall... calls) {
        Arrays.stream(calls).forEach(each -> {
            assertThat(run(session, each)).as(each.toString()).isTrue();
            clock.pass(Duration.ofMillis(1));
        });
    }

    private static ToolPolicy sequential(String... prerequisites) {
        return Policies.sequential(Map.of("deploy", List.of(prerequisites)));
    }

    private static ToolPolicy writeAfter(String... tools) {
        return Policies.requires("write", Requirement.sameArgument("/path", tools));
    }

    @Test
    void kindsDontChange() {
        assertThat(sequential("b").kind()).isEqualTo("sequential");
        assertThat(Policies.requires("a", "b").kind()).isEqualTo("requirement");
        assertThat(Policies.keyed(KeyedDependency.of("a", CallKey.at("/a")).after("b"))
                        .kind())
                .isEqualTo("keyed");
        assertThat(ReadBeforeWritePolicy.standard().kind()).isEqualTo("read_before_write");
        assertThat(Policies.approval().kind()).isEqualTo("approval");
        assertThat(LimitPolicy.quota(1).kind()).isEqualTo("quota");
        assertThat(LimitPolicy.rate(1, MINUTE).kind()).isEqualTo("rate");
        assertThat(Policies.allOf("a").kind()).isEqualTo("all_of");
        assertThat(Policies.anyOf("a").kind()).isEqualTo("any_of");
        assertThat(Policies.conditional(LimitPolicy.quota(1), context -> true).kind())
                .isEqualTo("quota");
    }

    @Test
    void aToolAddedToARequirementDoesNotRefuseEverything() {
        runAll(node(writeAfter("read")), call("read", "{'path':'a'}"));
        PolicyRegistry released = node(writeAfter("read", "list"));

        assertThat(allows(released, call("read", "{'path':'b'}"))).isTrue();
        assertThat(allows(released, call("list", "{'path':'b'}"))).isTrue();
        assertThat(allows(released, call("write", "{'path':'a'}"))).isTrue();
        assertThat(reason(released, call("write", "{'path':'b'}")))
                .isEqualTo("write with key \"b\" can run only after list or read has succeeded in this session with the"
                        + " same key.");
    }

    @Test
    void aStricterRequirementLacksOnlyWhatNeverHappened() {
        runAll(node(sequential("test")), call("test"));

        assertThat(reason(node(sequential("test", "build")), call("deploy")))
                .isEqualTo("deploy can run only after build has succeeded in this session.");
    }

    @Test
    void aRequirementOfAnotherToolUsesWhatIsRecorded() {
        runAll(node(writeAfter("read")), call("read", "{'path':'a'}"));
        ToolPolicy remove = Policies.requires("remove", Requirement.sameArgument("/path", "read"));
        ToolPolicy byCode = Policies.keyed(
                "moving",
                List.of(KeyedDependency.of("move", CallKey.at("/path")).after("read")));
        PolicyRegistry released = node(remove, byCode, Policies.sequential(Map.of("close", List.of("read"))));

        assertThat(allows(released, call("remove", "{'path':'a'}"))).isTrue();
        assertThat(allows(released, call("remove", "{'path':'b'}"))).isFalse();
        assertThat(allows(released, call("move", "{'path':'a'}"))).isTrue();
        assertThat(allows(released, call("close"))).isTrue();
    }

    @Test
    void aKeyThatIsReadInAnotherWayIsAnotherKey() {
        runAll(node(writeAfter("read")), call("read", "{'path':'a','file':'b'}"));
        ToolPolicy byPath = Policies.keyed(
                KeyedDependency.of("write", CallKey.pathAt("/path")).after("read"));
        ToolPolicy byFile =
                Policies.keyed(KeyedDependency.of("write", CallKey.at("/file")).after("read"));

        assertThat(allows(node(byPath), call("write", "{'path':'a'}"))).isFalse();
        assertThat(allows(node(byFile), call("write", "{'file':'b'}"))).isFalse();
    }

    @Test
    void aFunctionIsKnownByItsName() {
        KeyedDependency write = KeyedDependency.of("write", CallKey.by("first", call -> Optional.of("x")));
        runAll(node(Policies.keyed(write.after("read"))), call("read"));

        assertThat(allows(node(Policies.keyed(write.after("read"))), call("write")))
                .isTrue();
        KeyedDependency other = KeyedDependency.of("write", CallKey.by("second", call -> Optional.of("x")));
        assertThat(allows(node(Policies.keyed(other.after("read"))), call("write")))
                .isFalse();
    }

    @Test
    void aChangedLimitAppliesToWhatWasCounted() {
        runAll(node(LimitPolicy.quota(3, "pay")), call("pay"), call("pay"));

        assertThat(allows(node(LimitPolicy.quota(2, "pay")), call("pay"))).isFalse();
        PolicyRegistry more = node(LimitPolicy.quota(4, "pay"));
        runAll(more, call("pay"), call("pay"));
        assertThat(allows(more, call("pay"))).isFalse();
    }

    @Test
    void aLimitForOtherToolsCountsTheirCalls() {
        runAll(node(LimitPolicy.quota(5, "pay", "refund")), call("pay"), call("refund"), call("refund"));

        assertThat(allows(node(LimitPolicy.quota(2, "pay")), call("pay"))).isTrue();
        assertThat(allows(node(LimitPolicy.quota(2, "refund")), call("refund"))).isFalse();
        assertThat(allows(node(LimitPolicy.quota(3)), call("list")))
                .as("three and the open pay")
                .isFalse();
    }

    @Test
    void aNewKeyCountsFromTheFirstCallWithItAndATotalCountsAll() {
        LimitPolicy total = LimitPolicy.quota(2, "pay");
        LimitPolicy perAccount = total.perKey(CallKey.at("/to"));
        runAll(node(total), call("pay", "{'to':'a'}"), call("pay", "{'to':'a'}"));

        runAll(node(perAccount), call("pay", "{'to':'a'}"), call("pay", "{'to':'a'}"));

        assertThat(allows(node(perAccount), call("pay", "{'to':'a'}"))).isFalse();
        assertThat(allows(node(LimitPolicy.quota(4, "pay")), call("pay"))).isFalse();
        assertThat(allows(node(LimitPolicy.quota(5, "pay")), call("pay"))).isTrue();
    }

    @Test
    void aLongerWindowCountsWhatTheSessionStillHas() {
        runAll(node(LimitPolicy.rate(5, MINUTE)), call("x"));
        clock.pass(MINUTE.minusSeconds(1));
        runAll(node(LimitPolicy.rate(5, MINUTE)), call("x"));
        clock.pass(MINUTE.minusSeconds(2));

        assertThat(allows(node(LimitPolicy.rate(2, MINUTE.multipliedBy(2))), call("x")))
                .isFalse();
    }

    @Test
    void aNodeWithAShorterWindowKeepsWhatALongerOneNeeds() {
        PolicyRegistry released = node(LimitPolicy.rate(3, Duration.ofHours(1)));
        runAll(released, call("x"));
        clock.pass(Duration.ofMinutes(10));
        runAll(node(LimitPolicy.rate(3, MINUTE)), call("x"), call("x"));
        clock.pass(Duration.ofMinutes(10));

        assertThat(allows(node(LimitPolicy.rate(3, MINUTE)), call("x"))).isTrue();
        assertThat(allows(released, call("x"))).isFalse();
    }

    @Test
    void aLongerWindowThatNoNodeUsesIsForgotten() {
        runAll(node(LimitPolicy.rate(3, Duration.ofHours(1))), call("x"));
        clock.pass(Duration.ofHours(1));
        PolicyRegistry shorter = node(LimitPolicy.rate(3, MINUTE));
        runAll(shorter, call("x"));
        clock.pass(MINUTE);
        runAll(shorter, call("x"));

        assertThat(shorter.snapshot().text()).contains("\"windows\":{\"PT1M\":").doesNotContain("PT1H");
        assertThat(shorter.snapshot().text().split("\"calls\":1", -1)).hasSize(2);
    }

    @Test
    void policiesOfTwoKindsUnderOneNameKeepTheirStatesApart() {
        PolicyRegistry old = node(LimitPolicy.quota(1, "pay").named("limit"));
        runAll(old, call("pay"));
        PolicyRegistry released = node(LimitPolicy.rate(1, MINUTE, "pay").named("limit"));

        runAll(released, call("pay"));

        assertThat(allows(released, call("pay"))).isFalse();
        assertThat(allows(old, call("pay"))).isFalse();
        clock.pass(MINUTE);
        assertThat(allows(released, call("pay"))).isTrue();
        assertThat(allows(old, call("pay"))).isFalse();
    }

    @Test
    void aChangedPartOfAComposedPolicyKeepsWhatItCounted() {
        runAll(node(Policies.allOf("both", sequential("test"), LimitPolicy.quota(1, "deploy"))), call("test"));

        PolicyRegistry released = node(Policies.allOf(
                "both", sequential("test"), LimitPolicy.quota(2, "deploy"), LimitPolicy.rate(9, MINUTE)));
        runAll(released, call("deploy"), call("deploy"));
        assertThat(allows(released, call("deploy"))).isFalse();
    }

    @Test
    void changedReadToolsAreJudgedByWhatTheyRead() {
        runAll(
                node(ReadBeforeWritePolicy.of(Set.of("cat", "read"), Set.of("write"))),
                call("cat", "{'path':'a'}"),
                call("read", "{'path':'b'}"));
        PolicyRegistry released = node(ReadBeforeWritePolicy.of(Set.of("read"), Set.of("write", "edit")));

        assertThat(allows(released, call("edit", "{'path':'b'}"))).isTrue();
        assertThat(allows(released, call("write", "{'path':'a'}"))).isFalse();
    }

    @Test
    void aReadThatWasNotFingerprintedIsRepeatedOnceFingerprintsCount() {
        runAll(node(ReadBeforeWritePolicy.standard()), call("read_file", "{'path':'a'}"));
        PolicyRegistry released = node(ReadBeforeWritePolicy.standard().denyingStaleReads(path -> Optional.of("1")));

        assertThat(allows(released, call("write_file", "{'path':'a'}"))).isFalse();
        runAll(released, call("read_file", "{'path':'a'}"), call("write_file", "{'path':'a'}"));
    }

    @Test
    void anotherFormOfPathsIsAnotherKey() {
        runAll(node(ReadBeforeWritePolicy.standard()), call("read_file", "{'path':'/w/a'}"));
        ToolPolicy inWorkspace = ReadBeforeWritePolicy.standard().withPaths(NormalPath.Form.PLAIN.inWorkspace("/w"));

        assertThat(allows(node(inWorkspace), call("write_file", "{'path':'/w/a'}")))
                .isFalse();
    }

    @Test
    void aSnapshotIsRestoredUnderChangedPolicies() {
        PolicyRegistry old =
                node(writeAfter("read"), sequential("test"), LimitPolicy.quota(5, "pay"), new Scripted("gone"));
        runAll(old, call("read", "{'path':'a'}"), call("test"), call("pay"), call("x"));
        PolicySnapshot snapshot = PolicySnapshot.read(old.snapshot().text());
        old.clear();
        PolicyRegistry released =
                node(writeAfter("read", "list"), sequential("test", "build"), LimitPolicy.quota(1, "pay"));

        released.restore(snapshot);

        assertThat(allows(released, call("write", "{'path':'a'}"))).isTrue();
        assertThat(reason(released, call("deploy")))
                .isEqualTo("deploy can run only after build has succeeded in this session.");
        assertThat(allows(released, call("pay"))).isFalse();
        assertThat(old.context().states().get("gone"))
                .as("of a policy that isn't there")
                .isEqualTo(IntNode.valueOf(4));
    }

    @Test
    void anotherFormatOfStoredStateIsAnError() {
        store.replace("s", SessionStore.State.NONE, Map.of("changed", IntNode.valueOf(1)));

        assertThat(reason(node(sequential("test")), call("test")))
                .isEqualTo("Not run: the session's state is unavailable now. Try again later.");
    }

    /** Fails when it is told of a success, as a dependency with a broken key function does. */
    private static final KeyedDependency BROKEN = KeyedDependency.of("write", CallKey.by("broken", call -> {
                if (call.tool().equals("write")) {
                    return Optional.of("x");
                }
                throw new IllegalStateException("broken");
            }))
            .after("test");

    @Test
    void aDependencyThatFailsDegradesNoOther() {
        PolicyRegistry session = node(sequential("test"), new Scripted("late", "test") {
            @Override
            public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
                throw new IllegalStateException("broken");
            }
        });
        runAll(session, call("test"));

        assertThat(allows(session, call("deploy"))).isTrue();
        assertThat(reason(session, call("test")))
                .startsWith("Not run: policy 'late' has failed, so it denies calls until");
        assertThat(reason(node(Policies.keyed(BROKEN)), call("test")))
                .startsWith("Not run: policy 'keyed_dependency' failed");
        assertThat(allows(node(sequential("test")), call("deploy"))).isTrue();
    }

    @Test
    void aRemovedRequirementForgetsNothing() {
        PolicyRegistry session = node(writeAfter("read"), sequential("read"));
        runAll(session, call("read", "{'path':'a'}"));

        session.unregister("require:write");

        assertThat(allows(session, call("deploy"))).isTrue();
        session.register(writeAfter("read"));
        assertThat(allows(session, call("write", "{'path':'a'}"))).isTrue();
    }

    @Test
    void aResetRequirementForgetsOnlyWhatNoOtherNeeds() {
        ToolPolicy remove = Policies.requires("remove", Requirement.sameArgument("/path", "read"));
        PolicyRegistry session = node(writeAfter("read", "list"), remove, sequential("read"));
        runAll(session, call("read", "{'path':'a'}"), call("list", "{'path':'b'}"));

        session.reset("require:write");

        assertThat(allows(session, call("write", "{'path':'b'}"))).isFalse();
        assertThat(allows(session, call("remove", "{'path':'a'}"))).isTrue();
        assertThat(allows(session, call("deploy"))).isTrue();
        session.reset("sequential_dependency");
        assertThat(allows(session, call("deploy"))).isFalse();
        assertThat(allows(session, call("remove", "{'path':'a'}"))).isTrue();
    }

    @Test
    void anApprovalOutlivesAChangedLimitButNotANewPolicy() {
        PolicyRegistry old = node(LimitPolicy.quota(1, "pay"));
        Approval approval = Sessions.requested(old, call("pay"), "rules", "no rule", Duration.ofHours(1));
        Answers.approve(old.approvals(), approval.id(), "someone");

        assertThat(Sessions.checked(
                                node(LimitPolicy.quota(1, "pay"), new Scripted("new")),
                                call("pay"),
                                approval.id(),
                                "rules",
                                "no rule")
                        .denial())
                .isPresent();
        assertThat(Sessions.checked(node(LimitPolicy.quota(2, "pay")), call("pay"), approval.id(), "rules", "no rule")
                        .denial())
                .isEmpty();
    }
}
