package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.permission.ApprovalRequest;
import dev.toolpolicy.runtime.session.CheckedCall;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.text.VisibleText;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A call that may run once. Only an engine creates one, so it has passed all rules and policies. After the handler
 * returned, call {@link #succeeded} or {@link #failed}, so that later policies know how this call ended.
 *
 * <p>Safe to hand to another thread.
 */
public final class ApprovedCall implements AutoCloseable {
    private final PolicyRegistry policies;
    private final CheckedCall checked;
    private final Delivery delivery;
    private final Consumer<Optional<Boolean>> ended;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean concluded = new AtomicBoolean();

    ApprovedCall(
            PolicyRegistry policies, CheckedCall checked, Delivery delivery, Consumer<Optional<Boolean>> ended) {
        this.policies = policies;
        this.checked = checked;
        this.delivery = delivery;
        this.ended = ended;
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
        OptionalInt rule = delivery.decision().rule();
        return CallMessages.notice(
                success,
                "Its result is not shown: denied by "
                        + (rule.isPresent() ? "rule " + (rule.getAsInt() + 1) + " of " : "")
                        + "this tool's result rules");
    }

    /**
     * Marks the call as started. Handlers call it first, so that a call can't run twice.
     *
     * @throws IllegalStateException if the call has already run
     */
    public void begin() {
        if (begun.getAndSet(true)) {
            throw new IllegalStateException("call " + checked.call() + " has already run");
        }
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
            ended.accept(Optional.of(true));
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
     * Records that the call failed, timed out or was cancelled. Policies release what they reserved for it.
     *
     * @throws IllegalStateException if this call's outcome was already recorded
     */
    public void failed() {
        claim();
        try {
            policies.recordFailure(checked);
        } finally {
            ended.accept(Optional.of(false));
        }
    }

    /**
     * Ends a call whose outcome was not recorded: nobody knows whether it succeeded. What it used stays used, and it
     * satisfies no requirement. Does nothing after {@link #succeeded} or {@link #failed}.
     */
    @Override
    public void close() {
        if (!concluded.getAndSet(true)) {
            try {
                policies.recordUnknown(checked);
            } finally {
                ended.accept(Optional.empty());
            }
        }
    }

    private void claim() {
        if (concluded.getAndSet(true)) {
            throw new IllegalStateException("the outcome of call " + checked.call() + " was already recorded");
        }
    }
}
