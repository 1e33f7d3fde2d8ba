package dev.toolpolicy.test;

import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An approver whose answers a test controls: one by one, or by a script. */
public final class TestApprover implements PermissionHandler {
    private final BlockingQueue<ApprovalRequest> asked = new LinkedBlockingQueue<>();
    private final Queue<Function<ApprovalRequest, Answer>> script = new ConcurrentLinkedQueue<>();
    private volatile CompletableFuture<Answer> answer = new CompletableFuture<>();

    @Override
    public CompletionStage<Answer> ask(ApprovalRequest request) {
        answer = new CompletableFuture<>();
        asked.add(request);
        Function<ApprovalRequest, Answer> scripted = script.poll();
        if (scripted != null) {
            answer.complete(scripted.apply(request));
        }
        return answer;
    }

    /**
     * Adds the answer to the next request that has none: {@code approver.thenAnswer(ApprovalRequest::approve)}. Requests
     * beyond the script wait for {@link #answer}.
     *
     * @param scripted creates the answer
     * @return this approver
     */
    public TestApprover thenAnswer(Function<? super ApprovalRequest, ? extends Answer> scripted) {
        script.add(scripted::apply);
        return this;
    }

    /** Waits for the next request; fails after 20 seconds without one. */
    public ApprovalRequest next() throws InterruptedException {
        ApprovalRequest request = asked.poll(20, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no approval was requested within 20 seconds");
        }
        return request;
    }

    /** Answers the latest request. */
    public void answer(Answer given) {
        answer.complete(given);
    }

    /** Returns whether all requests were taken with {@link #next}. */
    public boolean isEmpty() {
        return asked.isEmpty();
    }
}
