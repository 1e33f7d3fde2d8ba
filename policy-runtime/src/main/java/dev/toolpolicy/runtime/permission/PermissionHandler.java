package dev.toolpolicy.runtime.permission;

import java.util.concurrent.CompletionStage;

/**
 * Asks somebody: a person at a terminal or a page, or a program that stands for one. A service gives its engine one.
 *
 * <p>Prompts of one session come one at a time, in the order in which they arose: the next is shown when the one before
 * is answered, withdrawn or out of time. The methods are called on the threads of {@link PermissionSettings#executor},
 * never on one that reads a response, and for one session never two at once: {@link #ask} first, then any number of
 * {@link #refreshed}, then {@link #withdrawn} or, if the handler gave an answer and it is used, {@link #answered}.
 * Sessions know nothing of each other, so a handler that serves several is called by several threads.
 *
 * <p>{@link #ask} may return a stage that is completed later, by any thread, or may block until it knows. While it blocks
 * its session's other notices wait; the time limit doesn't.
 *
 * <p>Whatever goes wrong declines: an exception, {@code null}, a stage that fails or is never completed, an answer that
 * was made for another prompt. A handler that reads keys drops what was typed before the prompt was shown, so that no
 * answer is older than its question.
 */
@FunctionalInterface
public interface PermissionHandler {

    /**
     * Shows a prompt.
     *
     * @param prompt what is asked; it makes its own answers, such as {@link ApprovalRequest#approve()}
     * @return the answer, when there is one; one that comes when the question is no longer open is ignored, also where the
     *     handler has yet to hear of that
     */
    CompletionStage<Answer> ask(ApprovalRequest prompt);

    /**
     * More is known of what is being asked: another argument is complete, or all are. Does nothing unless it is
     * overridden.
     *
     * @param prompt the same prompt in its next revision
     */
    default void refreshed(ApprovalRequest prompt) {}

    /**
     * The handler's answer is used: it came while the question was open. Told soon after the answer, perhaps when the next
     * prompt is shown already. Does nothing unless it is overridden.
     *
     * @param prompt the prompt as it was shown last
     */
    default void answered(ApprovalRequest prompt) {}

    /**
     * The question is no longer open: its call is invalid, refused or cancelled, the session is closed, or time is up. Does
     * nothing unless it is overridden.
     *
     * @param prompt the prompt as it was shown last
     * @param reason why, in words for people
     */
    default void withdrawn(ApprovalRequest prompt, String reason) {}
}
