package dev.toolpolicy.runtime.internal.approve;

import static dev.toolpolicy.runtime.internal.approve.Writes.ended;
import static dev.toolpolicy.runtime.internal.approve.Writes.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.CheckPolicy;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.policy.Policies;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The requests about a call: their order, their time, and the reach of their answers. */
class CallPermissionTest {
    /** Needs the content before it knows. */
    private static final CheckPolicy NO_X = new CheckPolicy(
            "no x",
            ToolPolicy.ArgumentNeeds.of(Set.of(ArgumentPointer.parse("/content"))),
            call -> call.arguments().path("content").asText().equals("x")
                    ? PolicyDecision.deny("no x")
                    : PolicyDecision.allow());

    private final Desk desk = new Desk();
    private final PolicySession session = Writes.session(desk.settings());

    private ToolCallStream begun(String id, String path) {
        return Writes.begun(session, id, path);
    }

    private static String arguments(ToolCallOutcome outcome) {
        return outcome.kind() == ToolCallOutcome.Kind.APPROVED
                ? outcome.approved().orElseThrow().arguments().toString()
                : outcome.toString();
    }

    private static String declined(ToolCallOutcome outcome) {
        return outcome.kind() == ToolCallOutcome.Kind.DECLINED
                ? outcome.source().orElseThrow() + ": " + outcome.forModel()
                : outcome.toString();
    }

    @Test
    void aRequestIsThereAsSoonAsTheRulesAskAndGrowsWithTheCall() {
        ToolCallStream call = begun("c", "src/a");
        assertThat(desk.heard()).containsExactly("ask c {\"path\":\"src/a\"} missing [content, mode]");
        call.append("\"content\":\"x");
        assertThat(desk.heard()).isEmpty();
        call.append("\"");
        assertThat(desk.heard()).containsExactly("refresh c {\"path\":\"src/a\",\"content\":\"x\"} missing [mode]");
        call.append("}");
        assertThat(desk.heard()).containsExactly("refresh c {\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"}");
        assertThat(desk.call().reason()).hasToString("rule 2 (/path prefix \"src/\" -> ask) in the tool's declaration");
        CompletableFuture<ToolCallOutcome> outcome = call.conclude().toCompletableFuture();
        assertThat(outcome).isNotDone();
        desk.answer(ApprovalRequest::approve);
        assertThat(arguments(outcome.join())).isEqualTo("{\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"}");
    }

    @Test
    void allowedAndDeniedCallsOpenNoRequest() {
        assertThat(arguments(now(ended(begun("c", "tmp/a"))))).contains("tmp/a");
        assertThat(now(ended(begun("c", "secret/a"))))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.DENIED);
        assertThat(desk.heard()).isEmpty();
    }

    @Test
    void anEditorOpensOnTheCompleteArgumentsOnly() {
        ToolCallStream call = begun("c", "doc/a");
        assertThat(desk.heard()).isEmpty();
        ended(call);
        assertThat(desk.heard()).hasSize(1);
        desk.answer(request -> request.edit("{\"path\":\"src/b\",\"content\":\"y\"}"));
        assertThat(arguments(now(call))).isEqualTo("{\"path\":\"src/b\",\"content\":\"y\",\"mode\":\"600\"}");
    }

    @Test
    void earlyApprovalsCoverOnlyTheShownArguments() {
        ToolCallStream seen = begun("b", "src/a");
        desk.answer(ApprovalRequest::approve);
        ended(seen);
        assertThat(desk.heard())
                .containsExactly(
                        "ask b {\"path\":\"src/a\"} missing [content, mode]",
                        "ask b {\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"} unseen [content, mode]");
        desk.answer(ApprovalRequest::approve);
        assertThat(now(seen)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void anAnswerToAnEarlierRevisionDoesntCoverWhatCameSince() {
        ToolCallStream call = begun("a", "src/a");
        ApprovalRequest first = desk.call();
        ended(call);
        desk.answer(newer -> first.approve());
        assertThat(desk.call().unseen()).containsExactly("content", "mode");
        desk.answer(request -> Answer.approve(request.id(), 99));
        assertThat(desk.call().unseen())
                .as("a revision that never was shows nothing")
                .containsExactly("path", "content", "mode");
        desk.answer(request -> request.decline("no"));
        assertThat(declined(now(call))).isEqualTo("handler: The user declined this call: no.");
    }

    @Test
    void waitingForAllAsksAgainAtTheEndBehindOtherRequests() {
        ToolCallStream first = begun("a", "src/a");
        ToolCallStream second = begun("b", "src/b");
        desk.heard();
        desk.answer(request -> request.waitForAll());
        assertThat(desk.call().callId()).isEqualTo("b");
        ended(first);
        assertThat(desk.heard()).hasSize(1);
        desk.answer(request -> request.decline(""));
        assertThat(desk.heard()).containsExactly("ask a {\"path\":\"src/a\",\"content\":\"x\",\"mode\":\"600\"}");
        desk.answer(ApprovalRequest::approve);
        assertThat(now(first)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(now(ended(second))).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
    }

    @Test
    void badEditsAskAgainWithTheErrorAndNeverRunTheOriginal() {
        ToolCallStream call = ended(begun("c", "src/a"));
        for (String bad : List.of(
                "",
                " ",
                "[]",
                "{\"path\":\"tmp/a\",\"path\":\"tmp/b\",\"content\":\"x\"}",
                "{\"path\":\"tmp/a\"}",
                "{\"path\":\"tmp/a\",\"content\":\"x\"} {}",
                "{\"path\":1,\"content\":\"x\"}")) {
            desk.answer(request -> request.edit(bad));
            assertThat(desk.call().problem()).as(bad).isPresent();
            assertThat(desk.call().revision()).as("of the new request").isEqualTo(1);
            assertThat(call.conclude().toCompletableFuture()).isNotDone();
        }
        assertThat(desk.call().problem().orElseThrow())
                .startsWith("invalid arguments")
                .contains("/path");
        desk.answer(request -> request.edit("{\"path\":\"tmp/a\",\"content\":\"x\"}"));
        assertThat(arguments(now(call))).contains("tmp/a");
    }

    @Test
    void anEditThatASkipHitsIsSkipped() {
        ToolCallStream call = ended(begun("c", "src/a"));
        desk.answer(request -> request.edit("{\"path\":\"secret/a\",\"content\":\"x\"}"));
        assertThat(now(call).forModel()).isEqualTo("Denied by this tool's policy.");
    }

    @Test
    void anEditOfArgumentsThatWereNotCompleteIsAskedForAgain() {
        ToolCallStream call = begun("c", "src/a");
        desk.answer(request -> request.edit("{\"path\":\"tmp/a\",\"content\":\"x\"}"));
        assertThat(desk.isIdle()).isTrue();
        ended(call);
        assertThat(desk.call().problem()).contains("arguments must be complete before they are edited");
    }

    @Test
    void repeatedInvalidEditsDecline() {
        ToolCallStream call = ended(begun("c", "src/a"));
        while (!desk.isIdle()) {
            desk.answer(request -> request.edit("no"));
        }
        assertThat(desk.heard()).as("sixteen requests and a refresh").hasSize(17);
        assertThat(declined(now(call)))
                .isEqualTo("failed: Not run: this call needs a person's approval, and 16 requests for it had no usable"
                        + " answer.");
    }

    @Test
    void anAnswerIsRememberedByTheRuleThatAsked() {
        ToolCallStream first = ended(begun("a", "src/a"));
        desk.answer(request -> request.approve().remembered());
        assertThat(now(first)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(now(ended(begun("b", "src/b"))))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(desk.isIdle()).isTrue();
        begun("c", "other/c");
        assertThat(desk.call().reason()).hasToString("no rule in the tool's declaration");
        desk.answer(request -> request.approve().remembered());
        begun("d", "other/d");
        assertThat(desk.call().reason().canRememberApproval()).isFalse();
        assertThat(now(ended(begun("e", "secret/e"))))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.DENIED);
    }

    @Test
    void aRefusalIsRememberedToo() {
        begun("a", "other/a");
        desk.answer(request -> request.decline("never").remembered());
        assertThat(declined(now(ended(begun("b", "other/b")))))
                .isEqualTo("memory: The user declined this call: never.");
        assertThat(desk.isIdle()).isTrue();
        begun("c", "src/c");
        assertThat(desk.isIdle()).isFalse();
    }

    @Test
    void approvalsAreForTheSessionOnly() {
        ended(begun("a", "src/a"));
        desk.answer(request -> request.approve().remembered());
        Desk other = new Desk();
        Writes.session(other.settings()).calls().call("b", "write").append("{\"path\":\"src/a\",");
        assertThat(other.isIdle()).isFalse();
    }

    @Test
    void aRequestIsWithdrawnWhenItsCallDies() {
        ToolCallStream call = begun("c", "src/a");
        ApprovalRequest request = desk.shown();
        call.append("]");
        assertThat(desk.heard())
                .containsExactly(
                        "ask c {\"path\":\"src/a\"} missing [content, mode]", "withdraw c: the call is invalid");
        desk.answerLate(request, request.approve());
        assertThat(now(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.INVALID);
    }

    @Test
    void anAnswerNeverAnswersAnotherRequest() {
        ToolCallStream first = begun("a", "src/a");
        ToolCallStream second = begun("b", "src/b");
        ApprovalRequest shown = desk.shown();
        first.append("]");
        desk.answerLate(shown, shown.approve());
        assertThat(desk.call().callId()).isEqualTo("b");
        desk.answer(request -> shown.approve());
        assertThat(declined(now(ended(second))))
                .isEqualTo("failed: Not run: this call needs a person's approval, and asking for it failed.");
    }

    @Test
    void allThatIsOpenIsDeclinedAtOnce() {
        List<ToolCallStream> calls = List.of(begun("a", "src/a"), begun("b", "src/b"), begun("c", "src/c"));
        desk.heard();
        desk.answer(request -> request.declineAll("stop"));
        assertThat(desk.heard()).isEmpty();
        for (ToolCallStream call : calls) {
            assertThat(declined(now(ended(call)))).endsWith("The user declined this call: stop.");
        }
        begun("d", "src/d");
        assertThat(desk.isIdle()).as("what comes later is asked about").isFalse();
    }

    @Test
    void aDenialOfASessionPolicyComesInsteadOfARequestAndWithdrawsOne() {
        PolicySession ordered = Writes.session(desk.settings(), Policies.requires("write", "run"));
        ToolCallStream call = ordered.calls().call("c", "write").append("{\"path\":\"src/a\",");
        assertThat(desk.heard()).isEmpty();
        ended(call);
        assertThat(now(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DENIED);
        assertThat(desk.heard()).isEmpty();
        PolicySession keyed = Writes.session(desk.settings(), NO_X);
        ToolCallStream later = keyed.calls().call("d", "write").append("{\"path\":\"src/a\",");
        assertThat(desk.heard()).hasSize(1);
        ended(later);
        assertThat(desk.heard().get(0)).startsWith("withdraw d: policy 'no x' denies");
        assertThat(now(later)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DENIED);
    }

    @Test
    void callsWithALiftedDenialAreAskedInTurn() {
        PolicySession ordered = Writes.session(desk.settings(), Policies.requires("write", "run"));
        ToolCallStream run = ordered.calls().call("r", "run");
        ToolCallStream call = ended(ordered.calls().call("c", "write").append("{\"path\":\"src/a\","));
        now(run).approved().orElseThrow().succeeded(TextNode.valueOf("done"));
        CompletableFuture<ToolCallOutcome> outcome = call.conclude().toCompletableFuture();
        assertThat(outcome).isNotDone();
        desk.answer(ApprovalRequest::approve);
        assertThat(outcome.join()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void aPolicyThatRequiresAnApprovalGetsOneThatWasShownIt() {
        PolicySession strict = Writes.session(desk.settings(), Policies.approval("run", "write"));
        ToolCallStream run = strict.calls().call("r", "run").append("{}");
        assertThat(desk.call().reason())
                .hasToString("rule 1 (otherwise -> allow) in the tool's declaration, policy 'approval_required': run"
                        + " needs a person's approval.");
        desk.answer(request -> request.approve().remembered());
        assertThat(now(run)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        strict.calls().call("r2", "run").append("{}");
        assertThat(desk.isIdle()).as("a policy's approval is for one run").isFalse();
        desk.answer(request -> request.decline(""));

        ToolCallStream write = strict.calls().call("w", "write").append("{\"path\":\"src/a\",");
        desk.answer(ApprovalRequest::approve);
        ended(write);
        assertThat(desk.call().reason().need())
                .as("asked again with what was not shown")
                .isPresent();
        desk.answer(ApprovalRequest::approve);
        ObjectNode ran = now(write).approved().orElseThrow().arguments();
        assertThat(ran.path("path").asText()).isEqualTo("src/a");
    }

    @Test
    void abandonedRequestsHaveNoAnswer() {
        ToolCallStream call = ended(begun("c", "src/a"));
        assertThat(call.finish()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.NEEDS_APPROVAL);
        assertThat(desk.heard()).contains("withdraw c: the answer is no longer needed");
        assertThat(call.conclude().toCompletableFuture().join()).isSameAs(call.finish());
    }

    @Test
    void aCallThatIsOverByItsTextWasNotDeclined() {
        for (String text : List.of("{\"path\":\"src/a\"]", "{\"path\":\"secret/a\"")) {
            ToolCallStream call = session.calls().call("c", "write").append(text);
            assertThat(call.declined().toCompletableFuture()).as(text).isCompletedWithValue(false);
        }
    }

    @Test
    void aRequestThatAPolicyInterruptedComesAgainWhenItsDenialIsLifted() {
        AtomicBoolean denies = new AtomicBoolean(true);
        CheckPolicy policy = new CheckPolicy(
                "now and then",
                NO_X.needed(),
                call -> denies.get() ? PolicyDecision.deny("not now") : PolicyDecision.allow());
        ToolCallStream call = ended(Writes.begun(Writes.session(desk.settings(), policy), "c", "src/a"));
        assertThat(desk.isIdle()).as("withdrawn").isTrue();
        denies.set(false);
        CompletableFuture<ToolCallOutcome> outcome = call.conclude().toCompletableFuture();
        assertThat(outcome).isNotDone();
        desk.answer(ApprovalRequest::approve);
        assertThat(outcome.join()).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
    }

    @Test
    void anAnswerThatIsThereCountsForAHostThatDoesntWait() {
        ToolCallStream approved = ended(begun("a", "src/a"));
        desk.answer(ApprovalRequest::approve);
        ToolCallStream declined = ended(begun("b", "src/b"));
        desk.answer(request -> request.decline("no"));
        assertThat(arguments(approved.finish())).contains("src/a");
        assertThat(declined(declined.finish())).isEqualTo("handler: The user declined this call: no.");
    }

    @Test
    void anErrorOfTheMachineWhileAPersonIsAskedPassesThroughAndDeclines() {
        PolicySession broken =
                Writes.session(PermissionSettings.of(desk).withEarly().withExecutor(task -> {
                    throw new InternalError("test");
                }));
        ToolCallStream call = broken.calls().call("c", "write");
        assertThatThrownBy(() -> call.append("{\"path\":\"src/a\",")).isInstanceOf(InternalError.class);
        assertThat(declined(now(ended(call)))).contains("asking for it failed");
    }
}
