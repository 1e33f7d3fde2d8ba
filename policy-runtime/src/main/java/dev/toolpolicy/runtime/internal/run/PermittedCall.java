package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.approve.ApprovalSubject;
import dev.toolpolicy.runtime.internal.approve.ShownRequest;
import dev.toolpolicy.runtime.internal.fault.FailureWords;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.Arrival.Reach;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.remember.CheckedCall;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A call that passed its check, and whose outcome the session's policies wait for. */
public final class PermittedCall implements ApprovedCall {
    private static final Logger LOG = System.getLogger(ApprovedCall.class.getName());

    private final PolicyRegistry policies;

    private final CheckedCall checked;

    private final Delivery delivery;

    private final CallEnd ended;

    private final AtomicBoolean begun = new AtomicBoolean();

    private final AtomicBoolean concluded = new AtomicBoolean();

    /** Who delivers the result. */
    private volatile Deliverer deliverer = Deliverer.HOST;

    /** Whether the store has taken what the text of the outcome brings. */
    private volatile boolean stored = true;

    private enum Deliverer {
        /** The host, which has the result before its rules are applied. */
        HOST,
        /** This call, which withholds what its rules don't let through. */
        CALL,
        /** A turn, which asks first if the rules say so. */
        TURN
    }

    /**
     * The delivery of a call's result, decided by the tool's result rules. Immutable.
     *
     * @param decision the decision
     * @param subject the call
     * @param reason the reason to ask, if the decision asks
     * @param turn the response that the call is of
     */
    record Delivery(RuleDecision decision, ApprovalSubject subject, ApprovalReason reason, Turn turn) {}

    PermittedCall(PolicyRegistry policies, CheckedCall checked, Delivery delivery, CallEnd ended) {
        this.policies = policies;
        this.checked = checked;
        this.delivery = delivery;
        this.ended = ended;
    }

    @Override
    public Optional<String> approver() {
        return checked.approver();
    }

    @Override
    public ToolCall call() {
        return checked.call();
    }

    @Override
    public ObjectNode arguments() {
        return checked.call().arguments();
    }

    @Override
    public <T> T as(ToolSpec<T> tool) {
        if (!tool.name().equals(checked.call().tool())) {
            throw new IllegalArgumentException("call " + checked.call() + " is not a call of "
                    + VisibleText.quoted(tool.name(), VisibleText.NAME));
        }
        return tool.bind(checked.call().arguments());
    }

    @Override
    public RuleDecision delivery() {
        return delivery.decision();
    }

    @Override
    public ShownRequest deliveryRequest(long id, boolean success, JsonNode result, Optional<String> problem) {
        return ShownRequest.ofResult(id, delivery.subject(), delivery.reason(), arguments(), success, result)
                .with(Set.of(), problem);
    }

    @Override
    public String deliveryNotice(ToolResult.Kind kind) {
        return CallMessages.resultDenied(kind, delivery.reason().rule());
    }

    @Override
    public void begin() {
        if (begun.getAndSet(true)) {
            throw new IllegalStateException("call " + checked.call() + " has already run");
        } else if (concluded.get()) {
            throw new IllegalStateException("the outcome of call " + checked.call() + " was already recorded");
        }
        if (deliverer == Deliverer.HOST) {
            delivery.turn().runByHost();
        }
    }

    @Override
    public ToolResult run(Callable<?> code) {
        begin();
        deliverer = Deliverer.CALL;
        ToolResult result;
        Throwable failure;
        try {
            ResultJson.Written written = ResultJson.written(code.call());
            result = written.result();
            failure = written.failure();
        } catch (Throwable thrown) {
            result = FailureWords.result(call().tool(), thrown);
            failure = thrown;
        }
        ToolResult end = result;
        UserCode.run(
                LOG,
                Level.ERROR,
                "recording the outcome of call " + call() + " failed; its result is kept",
                () -> record(end, reach()));
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

    @Override
    public CompletionStage<ToolResult> runAsync(ToolHandlers handlers) {
        HandlerRun run = HandlerRun.of(handlers, this);
        deliverer = Deliverer.CALL;
        run.startOn(handlers.executor());
        return run.result().thenApply(this::shown);
    }

    @Override
    public void record(ToolResult result) {
        record(result, reach());
        if (deliverer == Deliverer.HOST) {
            delivery.turn().handOut();
        }
        requireStored();
    }

    /** Records an outcome whose text gets this far. */
    private void record(ToolResult result, Reach reach) {
        if (result.kind() == ToolResult.Kind.UNKNOWN) {
            if (!concluded.getAndSet(true)) {
                unknown(result);
            }
            return;
        }
        claim();
        try {
            stored = false;
            stored = policies.outcomes().record(checked, result, reach, this::summary) || reach == Reach.NOBODY;
        } finally {
            ended.ran(Optional.of(result.isSuccess()));
        }
    }

    /** Returns how far the text of an outcome gets. What the host has already may get to the model in any case. */
    private Reach reach() {
        if (delivery.decision().mode() == Mode.ALLOW) {
            return Reach.MODEL;
        }
        return deliverer == Deliverer.HOST ? Reach.PERHAPS : Reach.NOBODY;
    }

    private void requireStored() {
        if (!stored && policies.flows().isOn()) {
            throw new StoreException(
                    "call " + call()
                            + " ran, but its session's state can't be stored; its text must not go to the model",
                    null);
        }
    }

    /** Returns the call in words, for people. */
    private String summary() {
        return PreparedTool.summary(delivery.subject().spec(), arguments());
    }

    /** Leaves the delivery of the result to a turn, which asks first if its rules say so. */
    void deliveredByTurn() {
        deliverer = Deliverer.TURN;
    }

    /** Returns whether the text of the outcome may go to the model: the store has what it brings. */
    boolean mayDeliver() {
        return stored || !policies.flows().isOn();
    }

    /**
     * Records what a result brings that a person lets through.
     *
     * @throws StoreException if the store fails
     */
    void deliver(ToolResult result) {
        policies.outcomes().deliver(checked, result, this::summary);
    }

    private ToolResult shown(ToolResult result) {
        if (!mayDeliver()) {
            return noticed(result, CallMessages.resultUnstored(result.kind()));
        }
        delivery.turn().handOut();
        return CallMessages.resultKept(
                        result.kind(), delivery.decision(), delivery.reason().rule())
                .map(notice -> noticed(result, notice))
                .orElse(result);
    }

    private static ToolResult noticed(ToolResult result, String notice) {
        return result.isSuccess() ? ToolResult.success(TextNode.valueOf(notice)) : ToolResult.failure(notice);
    }

    @Override
    public String handOver() {
        begin();
        claim();
        return policies.outcomes().handOver(checked, ended.decision());
    }

    @Override
    public void succeeded(JsonNode result) {
        record(ToolResult.success(result));
    }

    @Override
    public PolicyContext context() {
        return checked.context();
    }

    @Override
    public void failed() {
        record(ToolResult.failure(""));
    }

    @Override
    public void close() {
        if (!concluded.getAndSet(true)) {
            unknown(ToolResult.unknown(""));
        }
    }

    private void unknown(ToolResult result) {
        try {
            stored = false;
            stored = policies.outcomes().unknown(checked, result, this::summary);
        } finally {
            ended.ran(Optional.empty());
        }
    }

    private void claim() {
        if (concluded.getAndSet(true)) {
            throw new IllegalStateException("the outcome of call " + checked.call() + " was already recorded");
        }
    }
}
