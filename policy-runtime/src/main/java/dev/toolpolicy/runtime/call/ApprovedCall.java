package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.call.ResultJson;
import dev.toolpolicy.runtime.internal.call.ResultNotice;
import dev.toolpolicy.runtime.internal.fault.FailureWords;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.policy.HandedOver;
import dev.toolpolicy.runtime.permission.ApprovalRequest;
import dev.toolpolicy.runtime.session.CheckedCall;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call that may run once. Only an engine creates one, so it has passed all rules and policies. After the handler
 * returned, call {@link #succeeded} or {@link #failed}, so that later policies know how this call ended.
 *
 * <p>Safe to hand to another thread.
 */
public final class ApprovedCall implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ApprovedCall.class.getName());

    private final PolicyRegistry policies;
    private final CheckedCall checked;
    private final Delivery delivery;
    private final CallEnd ended;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean concluded = new AtomicBoolean();

    ApprovedCall(PolicyRegistry policies, CheckedCall checked, Delivery delivery, CallEnd ended) {
        this.policies = policies;
        this.checked = checked;
        this.delivery = delivery;
        this.ended = ended;
    }

    /** Returns who gave the stored approval that the call uses; empty if it uses none. */
    Optional<String> approver() {
        return checked.approver();
    }

    /**
     * Returns the call as it was checked.
     *
     * @return id, tool and arguments
     */
    public ToolCall call() {
        return checked.call();
    }

    /**
     * Returns the arguments as JSON.
     *
     * @return a copy, with defaults
     */
    public ObjectNode arguments() {
        return checked.call().arguments();
    }

    /**
     * Returns the arguments as the tool's own type.
     *
     * @param tool the tool, such as the constant of a generated class
     * @param <T> the type of its arguments
     * @return the bound arguments
     * @throws IllegalArgumentException if this is a call of another tool
     * @throws dev.toolpolicy.schema.ArgumentException if the tool can't represent an argument
     */
    public <T> T as(ToolSpec<T> tool) {
        if (!tool.name().equals(checked.call().tool())) {
            throw new IllegalArgumentException("call " + checked.call() + " is not a call of "
                    + VisibleText.quoted(tool.name(), VisibleText.NAME));
        }
        return tool.bind(checked.call().arguments());
    }

    /**
     * Returns how the call's result, or its failure, is delivered to the model, by the tool's result rules. The service
     * must ask or edit, if the decision requires it.
     *
     * @return the decision
     */
    public RuleDecision delivery() {
        return delivery.decision();
    }

    /**
     * Creates the request to deliver this call's result, if {@link #delivery} asks.
     *
     * @param id the request's number
     * @param success whether the handler succeeded
     * @param result the handler's return value, or a description of its failure
     * @return the request, with the arguments that ran
     */
    public ApprovalRequest.OfResult deliveryRequest(long id, boolean success, JsonNode result) {
        return new ApprovalRequest.OfResult(id, delivery.subject(), delivery.reason(), success, result)
                .withArguments(arguments());
    }

    /**
     * Returns the message for the model instead of a result that the result rules deny. It says that the call ran.
     *
     * @param success whether the handler succeeded
     * @return two sentences, without any content of the result
     */
    public String deliveryNotice(boolean success) {
        return ResultNotice.denied(success, delivery.reason().rule());
    }

    /**
     * Marks the call as started. Handlers call it first, so that a call can't run twice.
     *
     * @throws IllegalStateException if the call has already run
     */
    public void begin() {
        if (begun.getAndSet(true)) {
            throw new IllegalStateException("call " + checked.call() + " has already run");
        } else if (concluded.get()) {
            throw new IllegalStateException("the outcome of call " + checked.call() + " was already recorded");
        }
    }

    /**
     * Runs the call on this thread, records how it ended, and returns what may go to the model. A return is a success,
     * an exception a failure. Where the tool's result rules don't simply deliver the result, the model gets a notice
     * instead: this method asks no approver; {@code PolicySession.execute} does.
     *
     * @param code the tool's code
     * @return the result for the model
     * @throws IllegalStateException if the call has already run
     */
    public ToolResult run(Callable<?> code) {
        begin();
        ToolResult result;
        Throwable failure;
        try {
            ResultJson.Written written = ResultJson.written(code.call());
            result = written.result();
            failure = written.failure();
        } catch (Throwable thrown) {
            result = ToolResult.failure(FailureWords.sentence(call().tool(), thrown));
            failure = thrown;
        }
        ToolResult end = result;
        UserCode.run(
                LOG,
                Level.ERROR,
                "recording the outcome of call " + call() + " failed; its result is kept",
                () -> record(end));
        if (failure != null && !UserCode.isCancellation(failure)) {
            UserCode.log(
                    LOG,
                    Level.WARNING,
                    "the code of call " + call() + " failed, or its result can't be written",
                    failure);
            UserCode.rethrowFatal(failure);
        }
        return shown(result);
    }

    /**
     * Records how the call ended: {@link #succeeded}, {@link #failed} or, for an unknown result, {@link #close}.
     *
     * @param result the result of the run
     * @throws IllegalStateException if this call's outcome was already recorded
     */
    public void record(ToolResult result) {
        boolean noEffect = result instanceof ToolResult.Failure failure && failure.hadNoEffect();
        Runnable failed = noEffect ? this::failedWithoutEffect : this::failed;
        Runnable step = result.fold(value -> () -> succeeded(value), reason -> failed, reason -> this::close);
        step.run();
    }

    private ToolResult shown(ToolResult result) {
        return switch (delivery.decision().mode()) {
            case ALLOW -> result;
            case DENY -> noticed(result, deliveryNotice(result.isSuccess()));
            case ASK, EDIT -> noticed(result, ResultNotice.needsApproval(result.isSuccess()));
        };
    }

    private static ToolResult noticed(ToolResult result, String notice) {
        return result.isSuccess() ? ToolResult.success(TextNode.valueOf(notice)) : ToolResult.failure(notice);
    }

    /**
     * Hands the call over to a host that runs it in another place or process. Its outcome is then recorded with the
     * ticket, on any node: {@code PolicySession.finished}.
     *
     * @return the ticket
     * @throws IllegalStateException if the call has already run, or the session has too many open calls
     * @throws dev.toolpolicy.runtime.store.StoreException if the call can't be stored; it must not run then
     */
    public String handOver() {
        begin();
        claim();
        return HandedOver.access().handOver(policies, checked, ended.decision());
    }

    /**
     * Records that the call succeeded, so that later policies know it ran.
     *
     * @param result the handler's return value
     * @throws IllegalStateException if this call's outcome was already recorded
     */
    public void succeeded(JsonNode result) {
        claim();
        try {
            policies.recordSuccess(checked, result);
        } finally {
            ended.ran(Optional.of(true));
        }
    }

    /**
     * Returns the session as the call's check saw it: the policies' state and the service's facts.
     *
     * @return the context of the check
     */
    public PolicyContext context() {
        return checked.context();
    }

    /**
     * Records that the call failed. Policies release what they reserved for it. If the call may have had its effect, as
     * after a timeout, {@link #close} it instead.
     *
     * @throws IllegalStateException if this call's outcome was already recorded
     */
    public void failed() {
        fail(() -> policies.recordFailure(checked));
    }

    private void failedWithoutEffect() {
        fail(() -> policies.recordNoEffect(checked));
    }

    private void fail(Runnable recording) {
        claim();
        try {
            recording.run();
        } finally {
            ended.ran(Optional.of(false));
        }
    }

    /**
     * Ends a call whose outcome was not recorded: it is unknown whether it succeeded. What it used stays used, and it
     * satisfies no requirement. Does nothing after {@link #succeeded} or {@link #failed}.
     */
    @Override
    public void close() {
        if (!concluded.getAndSet(true)) {
            try {
                policies.recordUnknown(checked);
            } finally {
                ended.ran(Optional.empty());
            }
        }
    }

    private void claim() {
        if (concluded.getAndSet(true)) {
            throw new IllegalStateException("the outcome of call " + checked.call() + " was already recorded");
        }
    }
}
