package dev.toolpolicy.runtime.internal.approve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Handlers that fail, block, are late or not there at all, on threads as services have them. */
class PermissionThreadsTest {
    private static ToolCallOutcome outcome(PolicySession session) throws Exception {
        ToolCallStream call = session.calls().call("c", "write").append("{\"path\":\"src/a\",\"content\":\"x\"}");
        return join(call);
    }

    private static ToolCallOutcome join(ToolCallStream call)
            throws InterruptedException, ExecutionException, TimeoutException {
        return call.conclude().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static ToolCallOutcome declined(PermissionSettings settings) throws Exception {
        ToolCallOutcome outcome = outcome(Writes.session(settings));
        assertThat(outcome).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        return outcome;
    }

    @SuppressWarnings("NullAway")
    private static PermissionHandler handler(Function<ApprovalRequest, CompletionStage<Answer>> how) {
        return how::apply;
    }

    @Test
    void everyFailureDeclines() throws Exception {
        List<PermissionHandler> broken = List.of(
                handler(request -> {
                    throw new IllegalStateException("broken");
                }),
                handler(request -> {
                    throw new AssertionError("broken");
                }),
                handler(request -> null),
                handler(request -> CompletableFuture.completedFuture(null)),
                handler(request -> CompletableFuture.failedFuture(new IllegalStateException("broken"))),
                handler(request -> CompletableFuture.completedFuture(Answer.approve(request.id() + 1, 1))));
        for (PermissionHandler each : broken) {
            assertThat(declined(PermissionSettings.of(each)).source()).contains("failed");
        }
    }

    @Test
    void missingAnswersDeclineInTime() throws Exception {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch withdrawn = new CountDownLatch(1);
        PermissionHandler silent = new PermissionHandler() {
            @Override
            public CompletionStage<Answer> ask(ApprovalRequest request) {
                return new CompletableFuture<>();
            }

            @Override
            public void withdrawn(ApprovalRequest request, String reason) {
                heard.add(reason);
                withdrawn.countDown();
            }
        };
        // The handler is asked on the calling thread: on a busy machine, one of its own can be late for the limit.
        ToolCallOutcome outcome = declined(
                PermissionSettings.of(silent).withLimit(Duration.ofSeconds(1)).withExecutor(Runnable::run));
        assertThat(outcome.forModel())
                .isEqualTo("Not run: this call needs a person's approval, and no answer came within 1 second.");
        assertThat(outcome.source().orElseThrow()).isEqualTo("timed_out");
        assertThat(withdrawn.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(heard).containsExactly("no answer came within 1 second");
    }

    @Test
    void aBlockedHandlerBlocksNoOtherCallForever() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        PermissionSettings blocking = PermissionSettings.of(request -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return CompletableFuture.completedFuture(request.approve());
                })
                .withLimit(Duration.ofMillis(50));
        PolicySession session = Writes.session(blocking);
        ToolCallStream first = session.calls().call("a", "write").append("{\"path\":\"src/a\",\"content\":\"x\"}");
        ToolCallStream second = session.calls().call("b", "write").append("{\"path\":\"src/b\",\"content\":\"x\"}");
        assertThat(join(first)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        assertThat(join(second)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.DECLINED);
        never.countDown();
    }

    @Test
    void anExecutorThatRefusesDeclines() throws Exception {
        PermissionSettings refusing = PermissionSettings.of(
                        request -> CompletableFuture.completedFuture(request.approve()))
                .withExecutor(task -> {
                    throw new RejectedExecutionException("full");
                });
        assertThat(declined(refusing).source()).contains("failed");
    }

    @Test
    void theReadingThreadGoesOnWhileARequestIsOpen() throws Exception {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        CompletableFuture<Thread> asked = new CompletableFuture<>();
        PolicySession session = Writes.session(PermissionSettings.of(request -> {
                    asked.complete(Thread.currentThread());
                    return answer.thenApply(any -> request.approve());
                })
                .withEarly());
        ToolCallStream held = session.calls().call("a", "write").append("{\"path\":\"src/a\",");
        assertThat(asked.get(20, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
        held.append("\"content\":\"x\"}");
        ToolCallStream other = session.calls().call("b", "write").append("{\"path\":\"tmp/b\",\"content\":\"x\"}");
        assertThat(join(other)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        CompletableFuture<ToolCallOutcome> outcome = held.conclude().toCompletableFuture();
        CompletableFuture<Thread> follower = new CompletableFuture<>();
        outcome.thenRun(() -> follower.complete(Thread.currentThread()));
        assertThat(outcome).isNotDone();
        answer.complete(Answer.approve(0, 1));
        assertThat(outcome.get(20, TimeUnit.SECONDS))
                .extracting(ToolCallOutcome::kind)
                .isEqualTo(ToolCallOutcome.Kind.APPROVED);
        assertThat(follower.get(20, TimeUnit.SECONDS))
                .as("who answers isn't kept for what follows")
                .isNotSameAs(Thread.currentThread());
    }

    @Test
    void aThousandRequestsComeOneAtATimeAndInOrder() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        PolicySession session = Writes.session(PermissionSettings.of(request -> {
            order.add("ask " + request.callId());
            return CompletableFuture.supplyAsync(() -> {
                order.add("answer " + request.callId());
                return request.approve();
            });
        }));
        List<String> expected = new ArrayList<>();
        List<ToolCallStream> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(session.calls().call("c" + i, "write").append("{\"path\":\"src/a\",\"content\":\"x\"}"));
            expected.add("ask c" + i);
            expected.add("answer c" + i);
        }
        for (ToolCallStream call : calls) {
            assertThat(join(call)).extracting(ToolCallOutcome::kind).isEqualTo(ToolCallOutcome.Kind.APPROVED);
        }
        assertThat(order).isEqualTo(expected);
    }
}
