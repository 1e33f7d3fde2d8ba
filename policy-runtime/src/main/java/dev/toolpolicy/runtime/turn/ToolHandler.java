package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import org.jspecify.annotations.Nullable;

/**
 * The code of a tool. It runs on the {@linkplain ToolHandlers.Builder#on executor's threads}, only for approved calls,
 * once for each.
 *
 * @param <T> the tool's record, or {@link com.fasterxml.jackson.databind.node.ObjectNode} for a tool declared without
 *     one
 */
@FunctionalInterface
public interface ToolHandler<T> {

    /**
     * Runs a call.
     *
     * @param arguments the call's arguments
     * @param call the call, which knows whether its result is still needed
     * @return the result, or a {@link java.util.concurrent.CompletionStage} of it: JSON, text, a number, a boolean,
     *     null, or a value that Jackson can write. A {@link dev.toolpolicy.ToolResult} is used as it is, so a failure
     *     can be returned instead of thrown
     * @throws Exception if the call fails; the model receives the exception's message
     */
    @Nullable
    Object run(T arguments, RunningCall call) throws Exception;

    /** A call while its handler runs. Safe for use from any thread. */
    final class RunningCall {
        private final ToolCall call;
        private final PolicyContext context;
        private volatile boolean cancelled;

        RunningCall(ToolCall call, PolicyContext context) {
            this.call = call;
            this.context = context;
        }

        /**
         * Returns the call as it was checked.
         *
         * @return id, tool and arguments
         */
        public ToolCall call() {
            return call;
        }

        /**
         * Returns the session as the call's check saw it.
         *
         * @return the policies' state and the service's facts
         */
        public PolicyContext context() {
            return context;
        }

        /**
         * Returns whether the result is no longer needed, since the call timed out or the turn was abandoned. The handler's
         * thread is then interrupted, or the stage that it returned is cancelled.
         *
         * @return true if the handler should stop
         */
        public boolean isCancelled() {
            return cancelled;
        }

        void cancel() {
            cancelled = true;
        }
    }
}
