package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;

/**
 * A call that may run once. Only an engine creates one, so it has passed all rules and policies. After the handler
 * returned, call {@link #succeeded} or {@link #failed}, so that later policies know how this call ended.
 *
 * <p>Safe to hand to another thread.
 *
 * <p>Not to be implemented by users.
 */
public interface ApprovedCall extends AutoCloseable {
    /** Returns who gave the stored approval that the call uses; empty if it uses none. */
    Optional<String> approver();

    /**
     * Returns the call as it was checked.
     *
     * @return id, tool and arguments
     */
    ToolCall call();

    /**
     * Returns the arguments as JSON.
     *
     * @return a copy, with defaults
     */
    ObjectNode arguments();

    /**
     * Returns the arguments as the tool's own type.
     *
     * @param tool the tool, such as the constant of a generated class
     * @param <T> the type of its arguments
     * @return the bound arguments
     * @throws IllegalArgumentException if this is a call of another tool
     * @throws dev.toolpolicy.schema.ArgumentException if the tool can't represent an argument
     */
    <T> T as(ToolSpec<T> tool);

    /**
     * Returns how the call's result, or its failure, is delivered to the model, by the tool's result rules. The service
     * must ask or edit, if the decision requires it.
     *
     * @return the decision
     */
    RuleDecision delivery();

    /**
     * Creates the request to deliver this call's result, if {@link #delivery} asks.
     *
     * @param id the request's number
     * @param success whether the handler succeeded
     * @param result the handler's return value, or a description of its failure
     * @param problem the problem with an earlier edit; empty unless the request is repeated for that reason
     * @return the request, with the arguments that ran
     */
    ApprovalRequest deliveryRequest(long id, boolean success, JsonNode result, Optional<String> problem);

    /**
     * Returns the message for the model instead of a result that the result rules deny. It says that the call ran.
     *
     * @param kind how the call ended
     * @return two sentences, without any content of the result
     */
    String deliveryNotice(ToolResult.Kind kind);

    /**
     * Marks the call as started. Handlers call it first, so that a call can't run twice.
     *
     * @throws IllegalStateException if the call has already run
     */
    void begin();

    /**
     * Runs the call on this thread, records how it ended, and returns what may go to the model. A return is a success,
     * an exception a failure. Where the tool's result rules don't simply deliver the result, the model gets a notice
     * instead: this method asks no approver; {@code PolicySession.execute} does.
     *
     * @param code the tool's code
     * @return the result for the model
     * @throws IllegalStateException if the call has already run
     */
    ToolResult run(Callable<?> code);

    /**
     * Runs the call by its tool's handler on the handlers' executor, and records in the session's policies whether it
     * succeeded.
     *
     * @param handlers the handlers of the tools
     * @return a stage with the result; it never completes exceptionally, a failure is a {@linkplain
     *     ToolResult.Kind#FAILURE failed result}
     * @throws IllegalStateException if the call has already run
     */
    CompletionStage<ToolResult> runAsync(ToolHandlers handlers);

    /**
     * Records how the call ended: {@link #succeeded}, {@link #failed} or, for an unknown result, {@link #close}.
     *
     * @param result the result of the run
     * @throws IllegalStateException if this call's outcome was already recorded
     */
    void record(ToolResult result);

    /**
     * Hands the call over to a host that runs it in another place or process. Its outcome is then recorded with the
     * ticket, on any node: {@code SessionCalls.finished}.
     *
     * @return the ticket
     * @throws IllegalStateException if the call has already run, or the session has too many open calls
     * @throws dev.toolpolicy.runtime.store.StoreException if the call can't be stored; it must not run then
     */
    String handOver();

    /**
     * Records that the call succeeded, so that later policies know it ran.
     *
     * @param result the handler's return value
     * @throws IllegalStateException if this call's outcome was already recorded
     */
    void succeeded(JsonNode result);

    /**
     * Returns the session as the call's check saw it: the policies' state and the service's facts.
     *
     * @return the context of the check
     */
    PolicyContext context();

    /**
     * Records that the call failed. Policies release what they reserved for it. If the call may have had its effect, as
     * after a timeout, {@link #close} it instead.
     *
     * @throws IllegalStateException if this call's outcome was already recorded
     */
    void failed();

    /**
     * Ends a call whose outcome was not recorded: it is unknown whether it succeeded. What it used stays used, and it
     * satisfies no requirement. Does nothing after {@link #succeeded} or {@link #failed}.
     */
    @Override
    void close();
}
