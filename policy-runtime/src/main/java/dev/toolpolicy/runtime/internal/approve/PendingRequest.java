package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.concurrent.CompletionStage;

/** An approval request that waits for its turn or its answer. Safe for use from any thread. */
public interface PendingRequest {

    /**
     * Returns a stage with the reply. It never completes if the request is withdrawn first, and never exceptionally.
     *
     * @return the stage; a caller that uses the reply must {@linkplain #take take} it
     */
    CompletionStage<Reply> reply();

    /**
     * Updates the request with more arguments. Does nothing if the request is no longer open.
     *
     * @param request the same request in its next revision
     */
    void refresh(ApprovalRequest request);

    /** Marks the handler's answer as used, and notifies the handler. Does nothing if there is no answer. */
    void take();

    /**
     * Withdraws the request. Does nothing if the request is over, unless its answer is not taken yet: the handler is
     * then notified that the answer isn't used.
     *
     * @param reason the reason, for people
     */
    void withdraw(String reason);
}
