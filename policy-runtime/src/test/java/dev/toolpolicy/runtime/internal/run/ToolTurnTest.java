package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.CallResult.Kind;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnResult.Stop;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.policy.Policies;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A response with its calls: order, declining, cancelling, results. */
class ToolTurnTest {
    private static final String LOST =
            " The rest of the response was cancelled, so calls that it had not started are lost.";

    @Test
    void callsRunInTheOrderOfTheResponseAndNotBeforeItsEnd() {
        Bench bench = new Bench().begin().whole(1, "tmp/b").whole(0, "tmp/a").run(2);
        assertThat(bench.ran).isEmpty();
        TurnResult result = bench.finished();
        assertThat(bench.ran).containsExactly("tmp/b", "tmp/a", "run");
        assertThat(result.stop()).isEqualTo(Stop.COMPLETE);
        assertThat(Bench.words(result))
                .containsExactly("c1 returned: wrote tmp/b", "c0 returned: wrote tmp/a", "c2 returned: ran");
        assertThat(result.results()).allMatch(CallResult::success);
    }

    @Test
    void openRequestsBlockNeitherTheStreamNorEarlierCalls() {
        Bench bench = new Bench().begin().whole(0, "tmp/a").write(1, "src/b").whole(2, "tmp/c");
        assertThat(bench.desk.isIdle()).isFalse();
        bench.close(1);
        CompletableFuture<TurnResult> result = bench.finish();
        assertThat(bench.ran).containsExactly("tmp/a");
        assertThat(result).isNotDone();
        bench.desk.answer(ApprovalRequest::approve);
        assertThat(bench.ran).containsExactly("tmp/a", "src/b", "tmp/c");
        assertThat(result).isDone();
    }

    @Test
    void inParallelLaterCallsDontWaitForARequest() {
        Bench bench = new Bench();
        bench.begin(bench.settings().withParallelCalls()).whole(0, "src/a").whole(1, "tmp/b");
        CompletableFuture<TurnResult> result = bench.finish();
        assertThat(bench.ran).containsExactly("tmp/b");
        bench.desk.answer(ApprovalRequest::approve);
        assertThat(Bench.words(result.join())).containsExactly("c0 returned: wrote src/a", "c1 returned: wrote tmp/b");
    }

    @Test
    void everyOtherEndIsAResultThatTheModelCanActOn() {
        Bench bench = new Bench(Policies.requires("run", "write"));
        bench.begin(TurnSettings.defaults())
                .run(0)
                .whole(1, "secret/a")
                .whole(2, "src/b")
                .write(3, "tmp/c");
        bench.turn().start(4, "c4", "nothing");
        bench.desk.answer(request -> request.decline("not now"));
        TurnResult result =
                bench.turn().finish(ResponseEnd.CUT).toCompletableFuture().join();
        assertThat(result.stop()).isEqualTo(Stop.CUT);
        assertThat(Bench.words(result))
                .containsExactly(
                        "c0 denied: run can run only after write has succeeded in this session.",
                        "c1 denied: Denied by this tool's policy.",
                        "c2 declined: The user declined this call: not now.",
                        "c3 invalid: Not run: invalid arguments at character 15: the text ended before the arguments"
                                + " were complete; send the call again with all of them.",
                        "c4 invalid: Not run: no tool is named" + " \"nothing\".");
        assertThat(result.results()).noneMatch(CallResult::success);
        assertThat(bench.ran).isEmpty();
    }

    @Test
    void aHandlerThatFailsIsAResultToo() {
        Bench bench = new Bench().writing((arguments, call) -> {
            throw new IllegalStateException("disk full");
        });
        TurnResult result = bench.begin().whole(0, "tmp/a").run(1).finished();
        assertThat(Bench.words(result)).containsExactly("c0 failed: write failed: disk full.", "c1 returned: ran");
        assertThat(result.results().get(0).success()).isFalse();
    }

    @Test
    void aDeclineCancelsTheResponseWhenNothingElseNeedsIt() {
        Bench bench = new Bench().begin().whole(0, "tmp/a").write(1, "src/b");
        bench.desk.answer(request -> request.decline("no"));
        assertThat(bench.cancelled).hasValue(1);
        bench.turn().append(1, "this is dropped");
        bench.turn().start(2, "late", "run");
        TurnResult result = bench.finished();
        assertThat(result.stop()).isEqualTo(Stop.DECLINED);
        assertThat(Bench.words(result))
                .containsExactly("c0 returned: wrote tmp/a", "c1 declined: The user declined this call: no." + LOST);
        CallRecord declined = bench.records.get(1);
        assertThat(declined.cut()).isTrue();
        assertThat(declined.arguments()).hasToString("{\"path\":\"src/b\"}");
    }

    @Test
    void aDeclineDoesntCancelWhileAnotherCallNeedsTheResponse() {
        Bench bench = new Bench().begin().write(0, "src/a").write(1, "tmp/b");
        bench.desk.answer(request -> request.decline("no"));
        assertThat(bench.cancelled).hasValue(0);
        bench.close(1);
        assertThat(bench.cancelled).as("the last open call is whole").hasValue(1);
        assertThat(bench.finished().stop()).isEqualTo(Stop.DECLINED);
        assertThat(bench.ran).containsExactly("tmp/b");
    }

    @Test
    void aDeclineDoesntCancelWhileARequestIsOpen() {
        Bench bench = new Bench().begin().write(0, "src/a").whole(1, "src/b");
        bench.desk.answer(request -> request.decline("no"));
        assertThat(bench.cancelled).hasValue(0);
        bench.desk.answer(ApprovalRequest::approve);
        assertThat(bench.cancelled).hasValue(1);
        assertThat(bench.ran).containsExactly("src/b");
    }

    @Test
    void withoutCancellingADeclinedCallIsReadToItsEnd() {
        Bench bench = new Bench();
        bench.begin(TurnSettings.defaults()).write(0, "src/a");
        bench.desk.answer(request -> request.decline(""));
        bench.close(0).run(1);
        TurnResult result = bench.finished();
        assertThat(result.stop()).isEqualTo(Stop.COMPLETE);
        assertThat(Bench.words(result))
                .containsExactly("c0 declined: The user declined this call.", "c1 returned: ran");
    }

    @Test
    void aCallThatASkipOrAPolicyRefusesFromTheStartCancelsToo() {
        Bench skipped = new Bench().begin().write(0, "secret/a");
        assertThat(skipped.cancelled).hasValue(1);
        assertThat(Bench.words(skipped.finished())).containsExactly("c0 denied: Denied by this tool's policy." + LOST);

        Bench denied = new Bench(Policies.requires("write", "run")).begin();
        denied.turn().start(0, "c0", "write");
        denied.turn().append(0, "{");
        assertThat(denied.cancelled).hasValue(1);
        assertThat(Bench.words(denied.finished()))
                .containsExactly("c0 denied: write can run only after run has succeeded in this session." + LOST);
    }

    @Test
    void anInvalidCallCancelsNothingByItself() {
        Bench bench = new Bench().begin().write(0, "src/a");
        bench.turn().append(0, "]");
        assertThat(bench.cancelled).hasValue(0);
        assertThat(bench.desk.isIdle()).isTrue();
        assertThat(bench.finished().stop()).isEqualTo(Stop.COMPLETE);
    }

    @Test
    void aDenialThatAnEarlierCallCanLiftIsPending() {
        Bench bench =
                new Bench(Policies.requires("write", "run")).begin().run(0).write(1, "src/a");
        assertThat(bench.cancelled).hasValue(0);
        assertThat(bench.desk.isIdle()).as("no request while it is denied").isTrue();
        bench.close(1);
        CompletableFuture<TurnResult> result = bench.finish();
        assertThat(bench.ran).containsExactly("run");
        bench.desk.answer(ApprovalRequest::approve);
        assertThat(Bench.words(result.join())).containsExactly("c0 returned: ran", "c1 returned: wrote src/a");
    }

    @Test
    void aDenialIsFinalOnceNoEarlierCallCanLiftIt() {
        Bench bench = new Bench(Policies.requires("run", "write")).begin().write(0, "src/a");
        bench.turn().start(1, "c1", "run");
        bench.turn().append(1, "{");
        assertThat(bench.cancelled).hasValue(0);
        bench.desk.answer(request -> request.decline("no"));
        assertThat(bench.cancelled).hasValue(1);
        assertThat(bench.finished().results()).extracting(CallResult::kind).containsExactly(Kind.DECLINED, Kind.DENIED);
    }

    @Test
    void aFinalRefusalStandsAfterLiftedDenials() {
        Bench bench = new Bench(Policies.requires("run", "write"));
        bench.begin(TurnSettings.defaults()).run(0);
        ToolCallOutcome other = bench.session
                .calls()
                .call("x", "write")
                .append("{\"path\":\"tmp/x\"}")
                .finish();
        other.approved().orElseThrow().succeeded(NullNode.getInstance());
        assertThat(Bench.words(bench.finished()))
                .containsExactly("c0 denied: run can run only after write has succeeded in this session.");
        assertThat(bench.ran).isEmpty();
    }

    @Test
    void inParallelACallThatNeedsAnotherOfTheResponseIsRefused() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        Bench bench = new Bench(Policies.requires("run", "write")).writing((arguments, call) -> slow);
        bench.begin(TurnSettings.defaults().withParallelCalls())
                .whole(0, "tmp/a")
                .run(1);
        CompletableFuture<TurnResult> result = bench.finish();
        slow.complete("late");
        assertThat(Bench.words(result.join()))
                .containsExactly(
                        "c0 returned: late", "c1 denied: run can run only after write has succeeded in this session.");
    }

    @Test
    void anApprovalIsForOneAttemptAtAResponse() {
        Bench bench = new Bench().begin().whole(0, "src/a");
        bench.desk.answer(ApprovalRequest::approve);
        TurnResult failed = bench.turn()
                .abandon("the connection broke")
                .toCompletableFuture()
                .join();
        assertThat(failed.stop()).isEqualTo(Stop.ABANDONED);
        assertThat(Bench.words(failed))
                .containsExactly("c0 declined: Not run: this call was cancelled: the connection broke.");
        assertThat(bench.ran).isEmpty();
        bench.begin().whole(0, "src/a");
        assertThat(bench.desk.isIdle())
                .as("the retried call needs a new approval")
                .isFalse();
    }

    @Test
    void abandoningWithdrawsRequestsAndStopsWhatRuns() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        Bench bench = new Bench()
                .writing((arguments, call) -> slow)
                .begin()
                .whole(0, "tmp/a")
                .whole(1, "src/b");
        CompletableFuture<TurnResult> result = bench.finish();
        assertThat(result).isNotDone();
        bench.turn().abandon("the user left");
        assertThat(slow).isCancelled();
        assertThat(bench.desk.isIdle()).isTrue();
        assertThat(Bench.words(result.join()))
                .containsExactly(
                        "c0 lost: write failed: the user left.",
                        "c1 declined: Not run: this call was cancelled: the user left.");
    }

    @Test
    void resultsAreDeliveredAsTheirListSays() {
        Bench asked = new Bench(true, RuleList.always(Mode.ASK))
                .begin()
                .whole(0, "tmp/a")
                .whole(1, "tmp/b")
                .whole(2, "tmp/c");
        CompletableFuture<TurnResult> result = asked.finish();
        assertThat(asked.ran).as("the next call doesn't wait for the delivery").hasSize(3);
        asked.desk.answer(ApprovalRequest::approve);
        asked.desk.answer(request -> request.decline("private"));
        asked.desk.answer(request -> request.edit("nothing"));
        assertThat(asked.desk.shown().problem()).isPresent();
        asked.desk.answer(request -> request.edit("\"[redacted]\""));
        assertThat(Bench.words(result.join()))
                .containsExactly(
                        "c0 returned: wrote tmp/a",
                        "c1 notice: The call ran. The user declined to show its result: private.",
                        "c2 edited: [redacted]");

        Bench skipped = new Bench(true, RuleList.always(Mode.DENY)).writing((arguments, call) -> {
            throw new IllegalStateException("secret");
        });
        assertThat(Bench.words(skipped.begin().whole(0, "tmp/a").finished()))
                .containsExactly("c0 notice: The call ran and failed. Its result is not shown: denied by this tool's"
                        + " result rules.");
        Bench nobody = new Bench(false, RuleList.empty());
        assertThat(Bench.words(nobody.begin().whole(0, "tmp/a").finished()))
                .containsExactly(
                        "c0 notice: The call ran. Its result is not shown: that needs a person's approval, and nobody"
                                + " is there to give it.");
    }

    @Test
    void callsThatNeedApprovalDontRunWithoutAnApprover() {
        Bench bench = new Bench(false, RuleList.empty());
        TurnResult result = bench.begin()
                .whole(0, "src/a")
                .whole(1, "doc/a")
                .whole(2, "other")
                .finished();
        assertThat(bench.ran).isEmpty();
        assertThat(result.results()).extracting(CallResult::kind).containsOnly(Kind.DECLINED);
    }

    @Test
    void oneRecordTellsItAll() {
        Bench bench = new Bench().begin().write(0, "src/a");
        bench.desk.answer(request -> request.decline("no"));
        CallRecord record = bench.finished().records().get(0);
        assertThat(bench.records).hasSize(1);
        String text = record.toString()
                .replaceAll("\"time\":\"[^\"]*\",", "")
                .replaceAll("\"request\":[0-9]+", "\"request\":7")
                .replaceAll("\"serial\":[0-9]+", "\"serial\":3")
                .replaceAll("\"policies\":\"[0-9a-f]{64}\"", "\"policies\":\"hash\"");
        assertThat(text)
                .isEqualTo("{\"session\":\"s\",\"serial\":3,\"call\":\"c0\",\"tool\":\"write\","
                               + "\"arguments\":{\"path\":\"src/a\"},\"cut\":true,"
                               + "\"verdict\":\"declined\",\"decision\":{\"by\":\"answer\",\"rule\":2,\"words\":\"/path"
                               + " prefix \\\"src/\\\" -> ask\",\"origin\":\"the tool's"
                               + " declaration\",\"source\":\"handler\",\"reason\":\"The user declined this call:"
                               + " no.\"},\"policies\":\"hash\",\"steps\":["
                               + "{\"step\":\"started\",\"offset\":0},{\"step\":\"decided\",\"offset\":13,\"mode\":\"ask\",\"rule\":2,\"words\":\"/path"
                               + " prefix \\\"src/\\\" -> ask\"},"
                               + "{\"step\":\"asked\",\"offset\":13,\"request\":7,\"about\":\"call\",\"complete\":false,\"known\":[\"path\"]},"
                               + "{\"step\":\"answered\",\"offset\":13,\"request\":7,\"answer\":\"decline\",\"source\":\"handler\",\"reason\":\"no\"},"
                               + "{\"step\":\"ended\",\"offset\":15},{\"step\":\"concluded\",\"offset\":15,\"outcome\":\"declined\",\"reason\":\"The"
                               + " user declined this call: no.\"},"
                               + "{\"step\":\"delivered\",\"offset\":15,\"delivery\":\"declined\"}]}");
    }

    @Test
    void aListenerThatThrowsChangesNothing() {
        Bench bench = new Bench();
        bench.hearing = call -> {
            throw new IllegalStateException("broken");
        };
        TurnResult result =
                bench.begin(TurnSettings.defaults()).whole(0, "tmp/a").finished();
        assertThat(Bench.words(result)).isEqualTo(List.of("c0 returned: wrote tmp/a"));
    }

    @Test
    void theRecordOfACallThatWasEditedSaysWhatRan() {
        Bench bench = new Bench().begin().whole(0, "src/a");
        bench.desk.answer(request -> request.edit("{\"path\":\"src/b\",\"content\":1}"));
        bench.desk.answer(request -> request.edit("{\"path\":\"src/b\"}"));
        CallRecord record = bench.finished().records().get(0);
        assertThat(bench.ran).containsExactly("src/b");
        assertThat(record.arguments()).as("what the model wrote").hasToString("{\"path\":\"src/a\",\"content\":\"x\"}");
        assertThat(record.json().path("steps"))
                .filteredOn(step -> step.path("step").asText().equals("edited"))
                .as("once, for the edit that was taken")
                .singleElement()
                .satisfies(step -> assertThat(step.path("arguments")).hasToString("{\"path\":\"src/b\"}"));
    }

    @Test
    void reportedFailuresSatisfyNoRequirement() {
        for (Object failure : List.of(
                ToolResult.failure("no such file"),
                CompletableFuture.completedFuture(ToolResult.failure("no such file")))) {
            Bench bench = new Bench(Policies.requires("run", "write")).writing((arguments, call) -> failure);
            TurnResult result = bench.begin().whole(0, "tmp/a").run(1).finished();
            assertThat(Bench.words(result))
                    .containsExactly(
                            "c0 failed: no such file",
                            "c1 denied: run can run only after write has succeeded in this session.");
        }
        Bench bench = new Bench().writing((arguments, call) -> ToolResult.success(TextNode.valueOf("done")));
        assertThat(Bench.words(bench.begin().whole(0, "tmp/a").finished())).containsExactly("c0 returned: done");
    }

    @Test
    void abandonedCallsBlockNoOtherResult() {
        Bench bench = new Bench().begin().write(0, "tmp/a").whole(1, "tmp/b");
        bench.turn().calls().get(0).cancel("not wanted");
        TurnResult result = bench.close(0).whole(2, "tmp/c").finished();
        assertThat(Bench.words(result))
                .containsExactly(
                        "c0 declined: Not run: this call was cancelled: not wanted.",
                        "c1 returned: wrote tmp/b",
                        "c2 returned: wrote tmp/c");
        assertThat(bench.ran).containsExactly("tmp/b", "tmp/c");
    }

    @Test
    void aDenialBehindTwoStoppedCallsIsFinal() {
        Bench bench = new Bench(Policies.requires("run", "write"))
                .begin()
                .write(0, "src/a")
                .write(1, "secret/b");
        bench.turn().start(2, "c2", "run");
        bench.turn().append(2, "{");
        bench.desk.answer(request -> request.decline("no"));
        assertThat(bench.cancelled).hasValue(1);
    }
}
