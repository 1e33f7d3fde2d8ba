package dev.toolpolicy.runtime;

import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import java.util.concurrent.CompletionStage;

/**
 * The code that asks for approval: it shows requests to a person at a terminal or a page, or decides as a program. A
 * service implements it and gives it to its engine.
 *
 * <p>Requests of one session are shown one at a time, in the order in which they opened. The next one is shown when the
 * one before is answered, withdrawn or timed out. The methods run on {@link PermissionSettings#executor}, never on the
 * thread that reads a response, and for one session never two at once: first {@link #ask}, then any number of {@link
 * #refreshed}, then {@link #withdrawn} or, if the handler's answer is used, {@link #answered}. Sessions are
 * independent, so a handler that serves several is called from several threads.
 *
 * <p>{@link #ask} may return a stage that is completed later, by any thread, or may block. While it blocks, its
 * session's other notifications wait; the timeout still applies.
 *
 * <p>A handler prints {@link ApprovalRequest#summary} or {@link ApprovalRequest#wholeText}, which are safe text, never
 * the arguments themselves.
 *
 * <p>Every failure declines: an exception, {@code null}, a stage that fails or never completes, or an answer to another
 * request. A handler that reads keys must drop what was typed before the request was shown, so that no answer is older
 * than its request.
 */
@FunctionalInterface
public interface PermissionHandler {

    /**
     * Shows a request.
     *
     * @param request the request; it creates its own answers, such as {@link ApprovalRequest#approve()}
     * @return a stage with the answer; an answer is ignored if the request is no longer open
     */
    CompletionStage<Answer> ask(ApprovalRequest request);

    /**
     * Shows more of an {@linkplain PermissionSettings#withEarly early} request: another argument is complete, or all
     * are. The default does nothing.
     *
     * @param request the same request in its next revision
     */
    default void refreshed(ApprovalRequest request) {}

    /**
     * Notifies that the handler's answer is used. The call comes soon after the answer, perhaps when the next request
     * is already shown. The default does nothing.
     *
     * @param request the request as it was last shown
     */
    default void answered(ApprovalRequest request) {}

    /**
     * Notifies that the request is no longer open: its call is invalid, denied or cancelled, the session is closed, or
     * the request timed out. The default does nothing.
     *
     * @param request the request as it was last shown
     * @param reason the reason, for people
     */
    default void withdrawn(ApprovalRequest request, String reason) {}
}
