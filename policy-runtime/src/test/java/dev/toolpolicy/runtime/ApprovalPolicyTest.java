package dev.toolpolicy.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.CallKey;
import dev.toolpolicy.runtime.policy.LimitPolicy;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.Parameter;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Policies that require an approval, asked on one node and answered on another. */
class ApprovalPolicyTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final ToolPolicy REQUIRED = Policies.approval("deploy");
    private static final Duration HOUR = Duration.ofHours(1);

    private final SessionStore store = SessionStore.inMemory();

    /** What another process would build: an engine of its own on the same store. */
    private PolicySession node(Instant now, ToolPolicy... policies) {
        DeclaredTool deploy = DeclaredTool.of(
                        "deploy",
                        ToolSchema.of(
                                Parameter.required("target", ParameterType.string()),
                                Parameter.optional("force", ParameterType.bool())
                                        .withDefault(com.fasterxml.jackson.databind.node.BooleanNode.FALSE)))
                .withRun(RuleList.always(Mode.ALLOW));
        return PolicyEngine.builder()
                .tools(ToolCatalog.of(List.of(deploy)))
                .policies(policies)
                .sessions(SessionSettings.inMemory().withStore(store).withClock(Clock.fixed(now, ZoneOffset.UTC)))
                .build()
                .session("s");
    }

    private static ToolCallStream finished(PolicySession session, String target) {
        ToolCallStream call = session.calls().call("id", "deploy").append("{\"target\":\"" + target + "\"}");
        call.finish();
        return call;
    }

    private static String refusal(ToolCallOutcome outcome) {
        return outcome.kind() == ToolCallOutcome.Kind.DENIED ? outcome.forModel() : outcome.toString();
    }

    private Approval asked() {
        PolicySession session = node(NOON, REQUIRED);
        return session.calls().requestApproval(finished(session, "prod"), HOUR);
    }

    private void grant(Approval asked) {
        Answers.approve(node(NOON, REQUIRED).policies().approvals(), asked.id(), "somebody");
    }

    @Test
    void askedGrantedElsewhereAndRunOnce() {
        PolicySession first = node(NOON, REQUIRED);
        ToolCallStream call = finished(first, "prod");
        assertThat(refusal(call.finish())).isEqualTo("deploy needs a person's approval.");
        Approval asked = first.calls().requestApproval(call, HOUR);
        assertThat(asked.call().arguments())
                .as("whoever is asked sees all of it")
                .hasToString("{\"target\":\"prod\",\"force\":false}");
        assertThat(refusal(node(NOON, REQUIRED).calls().resume(asked.id()))).endsWith("has no answer yet.");
        grant(asked);

        PolicySession third = node(NOON, REQUIRED);
        ToolCallOutcome outcome = third.calls().resume(asked.id());
        assertThat(outcome).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        outcome.approved().orElseThrow().succeeded(TextNode.valueOf("deployed"));
        assertThat(refusal(third.calls().resume(asked.id()))).endsWith("was used before, and the call ran.");
        assertThat(refusal(first.calls().resume(asked.id()))).endsWith("was used before, and the call ran.");
        assertThat(refusal(finished(third, "prod").finish())).isEqualTo("deploy needs a person's approval.");
    }

    /** An answer is for the arguments it was asked for. */
    @Test
    void changedArgumentsNeedAnAnswerOfTheirOwn() {
        Approval asked = asked();
        grant(asked);
        PolicySession session = node(NOON, REQUIRED);
        ToolCallStream other = session.calls().call("id", "deploy").append("{\"target\":\"prod\",\"force\":true}");

        assertThat(refusal(other.finish(asked.id()))).contains("was given for other arguments");
        assertThat(session.calls().resume(asked.id()))
                .as("nothing is spent by that")
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aFailedRunHasSpentIt() {
        Approval asked = asked();
        grant(asked);
        PolicySession session = node(NOON, REQUIRED);
        session.calls().resume(asked.id()).approved().orElseThrow().failed();

        assertThat(refusal(session.calls().resume(asked.id())))
                .endsWith("was used before, and the call ran and failed.");
    }

    @Test
    void expiredAndDeclinedApprovalsRunNothing() {
        Approval late = asked();
        grant(late);
        assertThat(refusal(node(NOON.plus(HOUR), REQUIRED).calls().resume(late.id())))
                .endsWith("has expired.");
        Approval declined = asked();
        Answers.decline(node(NOON, REQUIRED).policies().approvals(), declined.id(), "somebody", "not today");
        assertThat(node(NOON, REQUIRED).calls().resume(declined.id())).satisfies(outcome -> {
            assertThat(outcome.forModel()).isEqualTo("The user declined this call: not today.");
            assertThat(outcome.source()).contains("stored");
        });
        assertThatThrownBy(() -> grant(declined)).isInstanceOf(IllegalStateException.class);
    }

    /** Without an approver there is no approval. */
    @Test
    void withoutARequestThereIsNoApproval() {
        PolicySession session = node(NOON, REQUIRED);
        session.policies()
                .putFact(
                        dev.toolpolicy.Fact.text(
                                Policies.standingApproval("deploy").name()),
                        "true");

        assertThat(refusal(finished(session, "prod").finish()))
                .as("a text isn't true")
                .contains("needs a person's approval.");
    }

    @Test
    void anotherPolicySinceNeedsAnotherAnswer() {
        Approval asked = asked();
        grant(asked);

        assertThat(refusal(node(NOON, REQUIRED, LimitPolicy.quota(1, "deploy"))
                        .calls()
                        .resume(asked.id())))
                .contains("another rule asks");
    }

    @Test
    void anApprovalLiftsNoOtherPolicy() {
        ToolPolicy[] both = {REQUIRED, LimitPolicy.quota(1, "deploy")};
        PolicySession session = node(NOON, both);
        Approval first = session.calls().requestApproval(finished(session, "prod"), HOUR);
        Approval second = session.calls().requestApproval(finished(session, "test"), HOUR);
        Answers.approve(session.policies().approvals(), first.id(), "somebody");
        Answers.approve(session.policies().approvals(), second.id(), "somebody");

        assertThat(session.calls().resume(first.id()))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(refusal(node(NOON, both).calls().resume(second.id()))).contains("quota");
    }

    @Test
    void aStandingApprovalIsForAToolOrAKeyUntilItIsTakenBack() {
        PolicySession session = node(
                NOON,
                Policies.approval("approval_required", ToolSelector.named(List.of("deploy")), CallKey.at("/target")));
        session.policies().putFact(Policies.standingApproval("deploy", "test"), true);
        assertThat(finished(session, "test").finish())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(refusal(finished(session, "prod").finish()))
                .isEqualTo("deploy with key \"prod\" needs a person's approval.");
        session.policies().putFact(Policies.standingApproval("deploy"), true);
        assertThat(finished(session, "prod").finish())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        session.policies().removeFact(Policies.standingApproval("deploy"));
        session.policies().putFact(Policies.standingApproval("deploy", "test"), false);
        assertThat(refusal(finished(session, "test").finish())).contains("needs a person's approval.");
    }

    @Test
    void aStandingApprovalOfAKeyIsNotForElementsWithoutOne() {
        PolicySession session = node(
                NOON,
                Policies.approval("approval", ToolSelector.named(List.of("deploy")), CallKey.at("/targets/name")));
        session.policies().putFact(Policies.standingApproval("deploy", "test"), true);
        ObjectNode targets = JsonNodeFactory.instance.objectNode();
        targets.withArray("/targets").addObject().put("name", "test");
        assertThat(session.policies()
                        .explain(new ToolCall("c", "deploy", targets))
                        .values())
                .allMatch(PolicyDecision::isAllowed);
        targets.withArray("/targets").addObject();
        assertThat(session.policies()
                        .explain(new ToolCall("c", "deploy", targets))
                        .values())
                .noneMatch(PolicyDecision::isAllowed);
    }

    @Test
    void aToolAndItsKeyCantBeTakenForAnotherTool() {
        assertThat(Policies.standingApproval("a/b").name())
                .isNotEqualTo(Policies.standingApproval("a", "b").name());
        assertThat(REQUIRED.needs("deploy")).isEqualTo(ToolPolicy.ArgumentNeeds.all());
    }

    @Test
    void freeUpToAQuotaAndWithApprovalBeyondIt() {
        ToolPolicy either = Policies.anyOf("free or approved", LimitPolicy.quota(1, "deploy"), REQUIRED);
        PolicySession session = node(NOON, either);
        assertThat(finished(session, "a").finish())
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        ToolCallStream beyond = finished(session, "b");
        assertThat(refusal(beyond.finish())).contains("quota").contains(" Or: deploy needs a person's approval.");
        Approval asked = session.calls().requestApproval(beyond, HOUR);
        Answers.approve(session.policies().approvals(), asked.id(), "somebody");

        assertThat(node(NOON, either).calls().resume(asked.id()))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }
}
