package dev.toolpolicy.runtime.permission;

import java.util.concurrent.CompletionStage;

/** A prompt that waits for its turn or for its answer. Used from any thread. */
public interface PendingPrompt {

    /**
     * What comes of it.
     *
     * @return the reply, when there is one; never completed if the prompt is withdrawn first, and never exceptionally
     */
    CompletionStage<Reply> reply();

    /**
     * More is known. Nothing happens if it is no longer open.
     *
     * @param prompt the same prompt in its next revision
     */
    void refresh(Prompt prompt);

    /**
     * Nobody needs to be asked any more. Nothing happens if it is no longer open.
     *
     * @param reason why, in words for people
     */
    void withdraw(String reason);
}
