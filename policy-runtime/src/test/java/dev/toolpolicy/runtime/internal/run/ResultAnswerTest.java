package dev.toolpolicy.runtime.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.DeclaredTool;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.schema.ToolSchema;
import dev.toolpolicy.shared.Until;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An approver of a result doesn't wait for the consequences of the answer, and hears that it is used. */
class ResultAnswerTest {
    private static final long SECONDS = 20;

    private final BlockingQueue<ApprovalRequest> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> used = new LinkedBlockingQueue<>();
    private volatile CompletableFuture<Answer> answer = new CompletableFuture<>();

    private final class Person implements PermissionHandler {
        @Override
        public CompletionStage<Answer> ask(ApprovalRequest request) {
            answer = new CompletableFuture<>();
            asked.add(request);
            return answer;
        }

        @Override
        public void answered(ApprovalRequest request) {
            used.add(request.id());
        }
    }

    /** The result's kind, if each of so many answers is used and none was kept. */
    private String kind(int answers, Function<ApprovalRequest, Answer> how) throws Exception {
        ToolCatalog tools = ToolCatalog.of(List.of(DeclaredTool.of("run", ToolSchema.of())
                .withRun(RuleList.always(Mode.ALLOW))
                .withResult(RuleList.always(Mode.ASK))));
        ToolTurn turn = PolicyEngine.builder()
                .tools(tools)
                .permission(new Person())
                .build()
                .session("s")
                .turn(
                        ToolHandlers.builder(tools)
                                .handle("run", (arguments, call) -> TextNode.valueOf("ran"))
                                .build(),
                        TurnSettings.defaults());
        turn.start(0, "c", "run");
        CompletableFuture<Thread> follower = new CompletableFuture<>();
        CompletableFuture<TurnResult> result = turn.finish(ResponseEnd.COMPLETE).toCompletableFuture();
        result.thenRun(() -> follower.complete(Thread.currentThread()));
        for (int i = 0; i < answers; i++) {
            ApprovalRequest request = asked.poll(SECONDS, TimeUnit.SECONDS);
            assertThat(request).as("request %d", i).isNotNull();
            Until.met("the engine waits for it and follows on this thread", () -> answer.getNumberOfDependents() > 0);
            answer.complete(how.apply(request));
            assertThat(used.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo(request.id());
        }
        assertThat(follower.get(SECONDS, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
        assertThat(asked).isEmpty();
        return ResultWords.of(result.join().results().get(0));
    }

    @Test
    void anApproval() throws Exception {
        assertThat(kind(1, ApprovalRequest::approve)).isEqualTo("returned");
    }

    @Test
    void aDecline() throws Exception {
        assertThat(kind(1, request -> request.decline("no"))).isEqualTo("notice");
    }

    @Test
    void aWishToWaitIsNoApproval() throws Exception {
        assertThat(kind(1, ApprovalRequest::waitForAll)).isEqualTo("notice");
    }

    @Test
    void anEdit() throws Exception {
        assertThat(kind(1, request -> request.edit("\"other\""))).isEqualTo("edited");
    }

    @Test
    void editsThatAreNeverJson() throws Exception {
        assertThat(kind(ResultDelivery.MOST_REQUESTS, request -> request.edit("{")))
                .isEqualTo("notice");
    }
}
