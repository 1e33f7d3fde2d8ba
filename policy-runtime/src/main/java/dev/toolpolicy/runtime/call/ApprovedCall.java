package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.decision.ResultDecision;
import dev.toolpolicy.runtime.permission.ApprovalReason;
import dev.toolpolicy.runtime.session.CheckedCall;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call that may run once. Only an engine makes one, so whoever runs what it is handed here has asked all policies.
 * After the handler returned, tell of its result with {@link #succeeded} or {@link #failed}: what later calls need is
 * counted by that.
 *
 * <p>Safe to hand to another thread.
 */
public final class ApprovedCall {
    private final PolicyRegistry policies;
    private final CheckedCall checked;
    private final Object value;
    private final ResultDecision delivery;
    private final Optional<RuleSpec> deliveryRule;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean told = new AtomicBoolean();

    ApprovedCall(
            PolicyRegistry policies,
            CheckedCall checked,
            Object value,
            ResultDecision delivery,
            Optional<RuleSpec> deliveryRule) {
        this.policies = policies;
        this.checked = checked;
        this.value = value;
        this.delivery = delivery;
        this.deliveryRule = deliveryRule;
    }

    /**
     * The call as it was checked.
     *
     * @return id, tool and arguments
     */
    public ToolCall call() {
        return checked.call();
    }

    /**
     * The arguments as JSON.
     *
     * @return a copy, with defaults
     */
    public ObjectNode arguments() {
        return checked.call().arguments();
    }

    /**
     * The arguments as the tool's own type.
     *
     * @param type the tool's record, or {@link ObjectNode} for a tool declared without one
     * @param <T> the same
     * @return the bound arguments
     * @throws ClassCastException if the tool's arguments are of another type
     */
    public <T> T as(Class<T> type) {
        return type.cast(value);
    }

    /**
     * How the call's result, a failure's too, is delivered to the model: by the tool's result list and the arguments that
     * run. Asking and editing are the service's matter.
     *
     * @return the decision
     */
    public ResultDecision delivery() {
        return delivery;
    }

    /**
     * Why somebody is asked about the result, where {@link #delivery} says that somebody is.
     *
     * @return the reason, for a prompt
     */
    public ApprovalReason deliveryReason() {
        return new ApprovalReason(delivery.mode(), delivery.rule(), deliveryRule, delivery.guarded(), Optional.empty());
    }

    /**
     * The call begins to run. An executor says so before it hands the call to a handler, so that two of them can't run it.
     *
     * @throws IllegalStateException if it has begun before
     */
    public void begin() {
        if (begun.getAndSet(true)) {
            throw new IllegalStateException("call " + checked.call() + " has run before");
        }
    }

    /**
     * Tells the session's policies that the call ran and succeeded.
     *
     * @param result what the handler returned
     * @throws IllegalStateException if this call's result was told before
     */
    public void succeeded(JsonNode result) {
        claim();
        policies.succeeded(checked, result);
    }

    /**
     * The session as the call's check saw it: what policies remember, and the service's facts.
     *
     * @return that moment
     */
    public PolicyContext context() {
        return checked.context();
    }

    /**
     * Tells the session's policies that the call failed, timed out or was cancelled: they take back what they reserved for
     * it, and it counts for none.
     *
     * @throws IllegalStateException if this call's result was told before
     */
    public void failed() {
        claim();
        policies.failed(checked);
    }

    private void claim() {
        if (told.getAndSet(true)) {
            throw new IllegalStateException("the result of call " + checked.call() + " was told before");
        }
    }
}
