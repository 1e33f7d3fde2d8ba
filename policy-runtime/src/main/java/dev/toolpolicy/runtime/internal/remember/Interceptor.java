package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;

/**
 * An interceptor of a policy. Called from any thread, and again for the same call if the session's state changed in
 * between; must not block.
 */
public interface Interceptor {

    /**
     * Sees the policy's decision, also in previews, and may deny what the policy allows. It can't allow what the
     * policy denies.
     *
     * @param call the call; in a preview with its complete arguments
     * @param decision the policy's decision
     * @param context the session
     * @return the decision; throwing or returning null denies
     */
    default PolicyDecision onDecision(ToolCall call, PolicyDecision decision, PolicyContext context) {
        return decision;
    }

    /**
     * Notifies of the final check. Exceptions are logged.
     *
     * @param call the call with all its arguments
     * @param decision the decision of all the session's policies
     * @param context the session
     */
    default void onCheck(ToolCall call, PolicyDecision decision, PolicyContext context) {}

    /**
     * Notifies of a call that succeeded. Exceptions are logged.
     *
     * @param call the call as it was checked
     * @param result the call's result
     * @param context the session
     */
    default void onResult(ToolCall call, ToolResult result, PolicyContext context) {}

    /**
     * Notifies of a call that failed. Exceptions are logged.
     *
     * @param call the call as it was checked
     * @param context the session
     */
    default void onFailure(ToolCall call, PolicyContext context) {}
}
