package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnResult.Stop;
import dev.toolpolicy.runtime.call.TurnSettings;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Calls that run before their response has ended. */
class EarlyCallsTest {
    @Test
    void aCallRunsBeforeItsResponseHasEnded() {
        Bench bench = new Bench();
        bench.begin(TurnSettings.defaults().withEarlyCalls()).whole(0, "tmp/a");
        assertThat(bench.ran).as("its own text is complete and allowed").hasSize(1);
        bench.write(1, "tmp/b");
        assertThat(bench.ran).as("not complete").hasSize(1);
        bench.close(1).whole(2, "secret/c").whole(3, "tmp/d");
        assertThat(bench.ran)
                .as("nothing overtakes a call that is denied at its turn")
                .hasSize(2);
        assertThat(Bench.words(bench.finished()))
                .containsExactly(
                        "c0 returned: wrote tmp/a",
                        "c1 returned: wrote tmp/b",
                        "c2 denied: Denied by this tool's policy.",
                        "c3 returned: wrote tmp/d");
        assertThat(bench.ran).hasSize(3);
    }

    @Test
    void anAnswerStartsWhatWaitedForIt() {
        Bench bench = new Bench();
        bench.begin(TurnSettings.defaults().withEarlyCalls()).whole(0, "src/a").whole(1, "tmp/b");
        assertThat(bench.ran).as("order stays").isEmpty();
        bench.desk.answer(ApprovalRequest::approve);
        assertThat(bench.ran).hasSize(2);
        assertThat(Bench.words(bench.finished()))
                .containsExactly("c0 returned: wrote src/a", "c1 returned: wrote tmp/b");
    }

    /** The response is cut after a call has run: that is kept and said. */
    @Test
    void whatRanBeforeACutIsKept() {
        Bench bench = new Bench();
        bench.begin(TurnSettings.defaults().withEarlyCalls()).whole(0, "tmp/a").write(1, "tmp/b");
        TurnResult result =
                bench.turn().finish(ResponseEnd.CUT).toCompletableFuture().join();
        assertThat(result.stop()).isEqualTo(Stop.CUT);
        assertThat(Bench.words(result).get(0)).isEqualTo("c0 returned: wrote tmp/a");
        assertThat(Bench.words(result).get(1)).startsWith("c1 invalid");
        Bench abandoned = new Bench();
        abandoned
                .begin(TurnSettings.defaults().withEarlyCalls())
                .whole(0, "tmp/a")
                .write(1, "tmp/b");
        result = abandoned.turn().abandon("the user left").toCompletableFuture().join();
        assertThat(result.stop()).isEqualTo(Stop.ABANDONED);
        assertThat(Bench.words(result).get(0)).isEqualTo("c0 returned: wrote tmp/a");
    }

    @Test
    void aCallThatStillRunsAtTheEndIsNotStartedAgain() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        Bench bench = new Bench().writing((arguments, call) -> slow);
        bench.begin(TurnSettings.defaults().withEarlyCalls().withParallelCalls())
                .whole(0, "tmp/a");
        CompletableFuture<TurnResult> result = bench.finish();
        assertThat(result).isNotDone();
        slow.complete("done");
        assertThat(Bench.words(result.join())).containsExactly("c0 returned: done");
    }

    @Test
    void aRememberedAnswerStartsACallAtOnce() {
        Bench bench = new Bench();
        bench.begin(TurnSettings.defaults().withEarlyCalls()).whole(0, "src/a");
        bench.desk.answer(request -> request.approve().remembered());
        bench.whole(1, "src/b");
        bench.turn().start(2, "c2", "write");
        bench.turn().end(2, "{\"path\":\"src/c\"}");
        assertThat(bench.ran).as("in pieces, and at once").containsExactly("src/a", "src/b", "src/c");
        assertThat(bench.desk.isIdle()).isTrue();
    }

    @Test
    void editsThatAreNeverValidEndTheResponse() {
        Bench bench = new Bench().begin().whole(0, "src/a");
        while (!bench.desk.isIdle()) {
            bench.desk.answer(request -> request.edit("no"));
        }
        assertThat(bench.cancelled).hasValue(1);
    }

    @Test
    void aTextThatComesAtOnceAtTheEndOfItsCallIsRead() {
        Bench bench = new Bench();
        bench.begin(TurnSettings.defaults().withEarlyCalls());
        bench.turn().start(0, "c0", "write");
        bench.turn().end(0, "{\"path\":\"tmp/a\"}");
        assertThat(bench.ran).containsExactly("tmp/a");
    }

    @Test
    void withoutAnApproverACallThatAsksHoldsUpThoseBehindIt() {
        Bench bench = new Bench(false, RuleList.always(Mode.ALLOW));
        bench.begin(TurnSettings.defaults().withEarlyCalls())
                .whole(0, "tmp/a")
                .whole(1, "src/b")
                .whole(2, "tmp/c");
        assertThat(bench.ran).containsExactly("tmp/a");
        assertThat(bench.finished().results()).hasSize(3);
        assertThat(bench.ran).containsExactly("tmp/a", "tmp/c");
    }
}
