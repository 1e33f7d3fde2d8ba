package dev.toolpolicy.runtime.permission;

import java.util.concurrent.CompletionStage;

/** A prompt that waits for its turn or for its answer. Used from any thread. */
public interface PendingRequest {

    /**
     * What comes of it.
     *
     * @return the reply, when there is one; never completed if the prompt is withdrawn first, and never exceptionally.
     *     Whoever uses it {@linkplain #take takes} it
     */
    CompletionStage<Reply> reply();

    /**
     * More is known. Nothing happens if it is no longer open.
     *
     * @param prompt the same prompt in its next revision
     */
    void refresh(ApprovalRequest prompt);

    /** The handler's answer is used, which the handler hears. Nothing happens if there is none. */
    void take();

    /**
     * Nobody needs to be asked any more. Nothing happens if it is no longer open, unless it was answered just before and
     * the answer isn't taken: then the handler hears that it isn't used.
     *
     * @param reason why, in words for people
     */
    void withdraw(String reason);
}
