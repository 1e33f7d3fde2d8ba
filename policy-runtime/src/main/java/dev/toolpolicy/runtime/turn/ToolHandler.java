package dev.toolpolicy.runtime.turn;

import org.jspecify.annotations.Nullable;

/**
 * Does what a tool is for. Called on the {@linkplain ToolHandlers.Builder#on executor's threads}, only with calls that may
 * run, and once for each.
 *
 * @param <T> the tool's record, or {@link com.fasterxml.jackson.databind.node.ObjectNode} for a tool declared without one
 */
@FunctionalInterface
public interface ToolHandler<T> {

    /**
     * Runs a call.
     *
     * @param arguments the call's arguments
     * @param call the call, and whether anybody still waits for it
     * @return the result, or a {@link java.util.concurrent.CompletionStage} of it: JSON, text, a number, a boolean, null,
     *     or what Jackson can write; a {@link dev.toolpolicy.ToolResult} counts as what it says, so that a failure need not
     *     be thrown
     * @throws Exception if it can't be done; the model is told so, with the exception's message
     */
    @Nullable Object run(T arguments, RunningCall call) throws Exception;
}
