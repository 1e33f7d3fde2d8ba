package dev.toolpolicy.runtime.turn;

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
}
