package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.ToolHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A complete call that is about to be decided: {@code session.guard(id, tool, arguments)}. It decides, asks for approval
 * if needed, runs the host's code at most once, records the outcome, and delivers the result by the tool's result
 * rules. For one use, by one thread.
 *
 * <p>Not to be implemented by users.
 */
public interface GuardedCall {
    /**
     * The host's code for a call.
     *
     * @param <R> the type of its value
     */
    @FunctionalInterface
    interface HostCode<R> {
        /**
         * Runs the call.
         *
         * @param arguments the arguments that were approved: with defaults, and as an approver edited them
         * @return the host's value
         * @throws Exception if the call fails; the model gets its message
         */
        @Nullable
        R run(ObjectNode arguments) throws Exception;
    }

    /**
     * Sets the timeout of the host's code. A call that times out has an unknown outcome.
     *
     * @param newTimeout the timeout, positive; the default is {@link ToolHandlers#DEFAULT_LIMIT}
     * @return this call
     * @throws IllegalArgumentException if the timeout isn't positive
     */
    GuardedCall timeout(Duration newTimeout);

    /**
     * Makes this call wait behind an earlier call of the same response that waits for a stored approval. It is stored too,
     * and its result is {@code PENDING}, unless a rule denies it, it is invalid, or its tool is one of {@code
     * SessionSettings.independentTools}.
     *
     * @param earlier the approval for which the earlier call waits
     * @return this call
     */
    GuardedCall behind(String earlier);

    /**
     * Decides, and runs the host's code on this thread if the call is approved. A return is a success, an exception a
     * failure.
     *
     * @param host the host's code
     * @param <R> the type of its value
     * @return the result, also of a call that was denied, declined, invalid or failed
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    <R> Result<R> run(HostCode<R> host);

    /**
     * Decides, and runs the host's code on this thread if the call is approved.
     *
     * @param host the host's code; an exception is a failure
     * @param outcome says what a returned value means: {@link ToolResult#success}, {@link ToolResult#failure} or {@link
     *     ToolResult#unknown}. An exception from it counts as unknown
     * @param <R> the type of the host's value
     * @return the result, also of a call that was denied, declined, invalid or failed
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    <R> Result<R> run(HostCode<R> host, Function<? super R, ToolResult> outcome);

    /**
     * Decides, and starts the host's code if the call is approved, without waiting.
     *
     * @param host starts the host's code, on this thread or the last approver's
     * @param outcome says what the stage's value means, as for {@link #run(HostCode, Function)}
     * @param <R> the type of the stage's value
     * @return a stage with the result, which never fails. Cancelling its {@code toCompletableFuture()} cancels the call:
     *     its request is withdrawn, or its host's stage is cancelled and its outcome is unknown
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    <R> CompletionStage<Result<R>> runAsync(
            HostCode<? extends CompletionStage<R>> host, Function<? super R, ToolResult> outcome);

    /**
     * Decides, and runs the tool's handler on this thread if the call is approved.
     *
     * @param handlers the handlers of the tools
     * @return the result, also of a call that was denied, declined, invalid or failed
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    CallResult run(ToolHandlers handlers);

    /**
     * Decides, and runs the tool's handler on the handlers' executor if the call is approved, without waiting.
     *
     * @param handlers the handlers of the tools
     * @return a stage with the result, which never fails
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    CompletionStage<CallResult> runAsync(ToolHandlers handlers);

    /**
     * Decides, and hands the call over to a host that runs it elsewhere: between two callbacks, or in another process.
     * It waits for an approver on this thread. Afterwards record the outcome with {@code session.calls().finished(ticket,
     * outcome)}, on any node. An outcome that never comes ends as unknown after the sessions' timeout.
     *
     * @return empty if the call may run: {@link #arguments} and {@link #ticket} are for the host. The result if it may not
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    Optional<CallResult> begin();

    /**
     * Returns the arguments with which the host runs the call: with defaults, and as an approver edited them.
     *
     * @return a copy
     * @throws IllegalStateException unless {@link #begin} returned that the call may run
     */
    ObjectNode arguments();

    /**
     * Returns the ticket with which the outcome is recorded, once, in any process that serves the session.
     *
     * @return the ticket
     * @throws IllegalStateException unless {@link #begin} returned that the call may run
     */
    String ticket();

    /**
     * The result of a call that a host ran: what the model is told, and the host's own value. Immutable.
     *
     * @param <R> the type of the host's value
     */
    interface Result<R> {
        /** Returns whether the call ran, and what the model is told. */
        CallResult call();

        /** Returns whether the call ran, and if not, why. */
        CallResult.Kind kind();

        /** Returns the content for the model as text. */
        String forModel();

        /**
         * Returns the host's value as it was returned, if it may go to the model as it is.
         *
         * @return the value; empty if the call didn't run, threw, returned null, or its result is edited or not delivered
         */
        Optional<R> returned();

        /**
         * Returns the exception that the host's code threw, if it may go to the model.
         *
         * @return the exception; empty if the call didn't run, returned, or its result is edited or not delivered
         */
        Optional<Throwable> thrown();
    }
}
