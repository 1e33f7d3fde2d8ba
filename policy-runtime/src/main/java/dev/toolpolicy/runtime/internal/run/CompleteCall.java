package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.GuardedCall;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.fault.CallerThread;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.fault.SessionFault;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A complete call before its only use: the way of a turn, for one call. */
public final class CompleteCall implements GuardedCall {
    private static final Logger LOG = System.getLogger(GuardedCall.class.getName());

    private final Supplier<CallSetting> session;

    private final Function<CallSetting, StreamedCall> stream;

    private final @Nullable String approval;

    private final AtomicBoolean used = new AtomicBoolean();

    private @Nullable HandedOver handedOver;

    private @Nullable String before;

    private Duration timeout = ToolHandlers.DEFAULT_LIMIT;

    /**
     * Creates a call.
     *
     * @param session returns the session's settings when the call is decided
     * @param stream creates the call, with all its text
     * @param approval the stored approval that it uses; null for none
     */
    public CompleteCall(
            Supplier<CallSetting> session, Function<CallSetting, StreamedCall> stream, @Nullable String approval) {
        this.approval = approval;
        this.session = session;
        this.stream = stream;
    }

    @Override
    public GuardedCall timeout(Duration newTimeout) {
        timeout = Require.positive("timeout", newTimeout);
        return this;
    }

    @Override
    public GuardedCall behind(String earlier) {
        before = earlier;
        return this;
    }

    @Override
    public <R> Result<R> run(HostCode<R> host) {
        return await(new HostRun<>(host, null));
    }

    @Override
    public <R> Result<R> run(HostCode<R> host, Function<? super R, ToolResult> outcome) {
        return await(new HostRun<>(host, outcome));
    }

    private <R> Result<R> await(HostRun<R> run) {
        CallerThread caller = new CallerThread();
        return run.result(startHost(run, caller).await(caller));
    }

    @Override
    public <R> CompletionStage<Result<R>> runAsync(
            HostCode<? extends CompletionStage<R>> host, Function<? super R, ToolResult> outcome) {
        HostRun<R> run = new HostRun<>(host, outcome);
        Started started = startHost(run, Runnable::run);
        CompletionStage<Result<R>> result = started.call().result().thenApply(run::result);
        result.whenComplete((done, failure) -> {
            if (failure instanceof CancellationException) {
                started.runner().cancel("its caller has cancelled it", List.of(started.call()));
            }
        });
        return result;
    }

    @Override
    public CallResult run(ToolHandlers handlers) {
        CallerThread caller = new CallerThread();
        return start(call -> HandlerRun.of(handlers, call), caller).await(caller);
    }

    @Override
    public CompletionStage<CallResult> runAsync(ToolHandlers handlers) {
        return start(call -> HandlerRun.of(handlers, call), handlers.executor())
                .call()
                .result()
                .minimalCompletionStage();
    }

    @Override
    public Optional<CallResult> begin() {
        CallSetting setting = setting();
        TurnCall call = call(setting);
        Optional<CallResult> suspended = suspended(setting, call);
        if (suspended.isPresent()) {
            return suspended;
        }
        ToolCallOutcome outcome = new CallerThread().await(call.conclude(), call.stream()::cancel);
        return outcome.approved()
                .map(approved -> begun(setting, call.stream(), approved))
                .orElseGet(() -> Optional.of(notRun(setting, call, outcome)));
    }

    @Override
    public ObjectNode arguments() {
        return handedOver().arguments().deepCopy();
    }

    @Override
    public String ticket() {
        return handedOver().ticket();
    }

    private HandedOver handedOver() {
        HandedOver begun = handedOver;
        if (begun == null) {
            throw new IllegalStateException("the call was not begun, or may not run");
        }
        return begun;
    }

    /** The way of a call to its host. */
    private record HandedOver(ObjectNode arguments, String ticket) {}

    private static CallResult notRun(CallSetting setting, TurnCall call, ToolCallOutcome outcome) {
        CallResult result = Suspension.of(setting, call, outcome)
                .orElseGet(() -> TurnRunner.notRun(call.stream(), TurnRunner.kind(outcome), outcome.forModel()));
        call.settle(result, setting.reports());
        return result;
    }

    private Optional<CallResult> begun(CallSetting setting, ToolCallStream stream, ApprovedCall approved) {
        try {
            handedOver = new HandedOver(approved.arguments(), approved.handOver());
            return Optional.empty();
        } catch (StoreException | IllegalStateException e) {
            UserCode.log(LOG, Level.ERROR, "call " + stream + " can't be handed over; it must not run", e);
            String forModel = "Not run: the session's state is unavailable now. Try again later.";
            setting.reports()
                    .report(stream.record()
                            .withVerdict(CallRecord.Verdict.DENIED, Optional.empty())
                            .withDecision(CallRecord.Decision.of(CallRecord.Decision.By.POLICY, forModel)
                                    .withPolicy(SessionFault.STORE)));
            return Optional.of(TurnRunner.notRun(stream, CallResult.Kind.DENIED, forModel));
        }
    }

    /** One call on its way. */
    private record Started(TurnCall call, TurnRunner runner) {
        /** Waits for its result, and abandons it if this thread is interrupted. */
        CallResult await(CallerThread caller) {
            return caller.await(call.result(), why -> runner.cancel(why, List.of(call)));
        }
    }

    private Started startHost(HandlerRun.Body body, Executor threads) {
        return start(
                approved -> {
                    approved.begin();
                    return new HandlerRun(approved, timeout, body);
                },
                threads);
    }

    private Started start(Function<ApprovedCall, HandlerRun> prepare, Executor threads) {
        CallSetting setting = setting();
        TurnCall call = call(setting);
        TurnRunner runner = new TurnRunner(prepare, threads, setting, TurnSettings.defaults());
        if (suspended(setting, call).isEmpty()) {
            runner.run(call);
        }
        return new Started(call, runner);
    }

    /** Returns the settings of now, for the only use of this call. */
    private CallSetting setting() {
        CallSetting now = session.get().atEnd().reportedByHost();
        if (used.getAndSet(true)) {
            throw new IllegalStateException("a guarded call can be used only once");
        }
        return now;
    }

    /** Returns the result of a call that waits behind another one. */
    private Optional<CallResult> suspended(CallSetting setting, TurnCall call) {
        Optional<CallResult> result =
                Optional.ofNullable(before).flatMap(earlier -> Suspension.behind(setting, call, earlier));
        result.ifPresent(waits -> call.settle(waits, setting.reports()));
        return result;
    }

    private TurnCall call(CallSetting setting) {
        StreamedCall call = stream.apply(setting);
        if (before != null) {
            call.end(ResponseEnd.COMPLETE);
        }
        return new TurnCall(call, 0, setting.clock(), approval);
    }
}
