package dev.toolpolicy.runtime.call;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.SessionPolicies;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.Approval;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The lower ways to the calls of a session. Most services need none of them: {@link PolicySession#execute} runs a call,
 * {@link PolicySession#guard} lets the service run it, {@link PolicySession#turn} takes a response that streams. Not to
 * be implemented by users.
 */
public interface SessionCalls {
    /**
     * Starts a complete call whose tool is known. If it finishes without text, it has no arguments. For responses that
     * stream, use {@link #response} or {@link PolicySession#turn}, which know how the response ended.
     *
     * @param callId the provider's id of the call, possibly empty
     * @param tool the tool's name; an unknown name makes the call invalid
     * @return the call, which takes its argument text
     * @throws IllegalStateException if the session is closed
     */
    ToolCallStream call(String callId, String tool);

    /**
     * Starts a response of a model, which may contain several calls.
     *
     * @return the response, which takes the parts of its calls by position
     * @throws IllegalStateException if the session is closed
     */
    ResponseStream response();

    /**
     * Previews the decision on a complete call: by rules, requirements and limits as they are now. It asks no approver,
     * reserves nothing and runs nothing.
     *
     * @param tool the tool's name as the model gave it
     * @param arguments the arguments, as for {@link PolicySession#guard}
     * @return the preview, which is not binding: other calls may run before this one does
     * @throws IllegalArgumentException if the arguments have no JSON form
     * @throws IllegalStateException if the session is closed
     */
    CallPreview preview(String tool, @Nullable Object arguments);

    /**
     * Records the outcome of a call that was handed over to its host with {@link GuardedCall#begin}, on any node. A call
     * has one outcome: of two nodes that give one at once, the second gets an exception. An outcome that comes too late
     * gets one too, and the call's record says that it ran and that its success is unknown.
     *
     * @param ticket the ticket
     * @param outcome the outcome
     * @return the result for the model, by the tool's result rules; it asks no approver, so a result that needs approval
     *     is not delivered
     * @throws IllegalStateException if there is no such open call: its outcome was recorded, or it took too long; also
     *     if the session is closed
     * @throws dev.toolpolicy.runtime.store.StoreException if the outcome can't be stored; trying again in the same
     *     process, with the same outcome, is safe
     */
    CallResult finished(String ticket, ToolResult outcome);

    /**
     * Requests approval of a call that rules or a session policy don't let run without it. The request waits in the
     * session's store until it is answered through {@link SessionPolicies#approvals}, on any node.
     *
     * @param call a finished call whose outcome is {@link ToolCallOutcome.Kind#NEEDS_APPROVAL}, or that a session policy
     *     denied
     * @param validity how long request and answer are valid; must be positive
     * @return the request
     * @throws IllegalArgumentException if {@code validity} isn't positive
     * @throws IllegalStateException if the call isn't finished, may run without approval, is invalid, or is denied by a
     *     rule, which no approval can lift; if its tool was removed; or if the session has too many requests
     * @throws dev.toolpolicy.runtime.store.StoreException if the request can't be stored
     */
    Approval requestApproval(ToolCallStream call, Duration validity);

    /**
     * Resumes an approved call once, on this node or another. The call is read, checked and decided again, by the
     * current rules and policies.
     *
     * @param approval the approval's id
     * @return the outcome of the call; declined if the approval was declined, denied if it isn't granted or belongs to
     *     another call
     * @throws IllegalStateException if the session is closed or has no such approval
     * @throws dev.toolpolicy.runtime.store.StoreException if the approval can't be read
     */
    ToolCallOutcome resume(String approval);

    /**
     * Runs an approved call once, on this node or another, after checking rules and policies as they are now.
     *
     * @param approval the approval's id, such as {@link CallResult#approval}
     * @param handlers the handlers of the tools
     * @return the result: pending if there is no answer yet, if an earlier call of the response must end first, or if
     *     another rule asks now, for which a new request is stored; declined with the reason; expired, running or lost as
     *     the approval is; denied if the call ran before
     * @throws IllegalStateException if the session is closed or has no such approval
     * @throws dev.toolpolicy.runtime.store.StoreException if the approval can't be read
     */
    CallResult resume(String approval, ToolHandlers handlers);

    /**
     * Prepares an approved call to run once in the host's own code, on any node, by the rules and policies of then.
     *
     * @param approval the approval's id, such as {@link CallResult#approval}
     * @return the call with the approved arguments; it doesn't run if the approval isn't given, was used or has expired
     * @throws IllegalStateException if the session is closed or has no such approval
     * @throws dev.toolpolicy.runtime.store.StoreException if the approval can't be read
     */
    GuardedCall guardApproved(String approval);
}
