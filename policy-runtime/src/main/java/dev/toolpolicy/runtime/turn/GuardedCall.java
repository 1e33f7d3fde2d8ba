package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.Constructors;
import dev.toolpolicy.runtime.internal.fault.CallerThread;
import dev.toolpolicy.runtime.internal.fault.SessionFault;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A complete call that is about to be decided: {@code session.guard(id, tool, arguments)}. It decides, asks for approval
 * if needed, runs the host's code at most once, records the outcome, and delivers the result by the tool's result
 * rules. For one use, by one thread.
 */
public final class GuardedCall {
    private static final Logger LOG = System.getLogger(GuardedCall.class.getName());

    static {
        Constructors.register(
                GuardedCall.class,
                parts -> new GuardedCall(
                        (Supplier<?>) parts[0],
                        (String) parts[1],
                        (String) parts[2],
                        (String) parts[3],
                        parts.length > 4 ? (String) parts[4] : null));
    }

    private final Supplier<?> session;
    private final String callId;
    private final String tool;
    private final String arguments;
    private final @Nullable String approval;
    private final AtomicBoolean used = new AtomicBoolean();
    private Duration timeout = ToolHandlers.DEFAULT_LIMIT;

    /** Creates a call. The supplier gives the session's settings when the call is decided. */
    private GuardedCall(Supplier<?> session, String callId, String tool, String arguments, @Nullable String approval) {
        this.approval = approval;
        this.session = session;
        this.callId = callId;
        this.tool = tool;
        this.arguments = arguments;
    }

    /**
     * The host's code for a call.
     *
     * @param <R> the type of its value
     */
    @FunctionalInterface
    public interface HostCode<R> {
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
    public GuardedCall timeout(Duration newTimeout) {
        timeout = ToolHandlers.positive(newTimeout);
        return this;
    }

    /**
     * Decides, and runs the host's code on this thread if the call is approved. A return is a success, an exception a
     * failure.
     *
     * @param host the host's code
     * @param <R> the type of its value
     * @return the result, also of a call that was denied, declined, invalid or failed
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    public <R> Result<R> run(HostCode<R> host) {
        return await(new HostRun<>(host, null));
    }

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
    public <R> Result<R> run(HostCode<R> host, Function<? super R, ToolResult> outcome) {
        return await(new HostRun<>(host, outcome));
    }

    private <R> Result<R> await(HostRun<R> run) {
        CallerThread caller = new CallerThread();
        return run.result(await(caller, startHost(run, caller)));
    }

    /**
     * Decides, and starts the host's code if the call is approved, without waiting.
     *
     * @param host starts the host's code, on this thread or the last approver's
     * @param outcome says what the stage's value means, as for {@link #run(HostCode, Function)}
     * @param <R> the type of the stage's value
     * @return a stage with the result, which never fails
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    public <R> CompletionStage<Result<R>> runAsync(
            HostCode<? extends CompletionStage<R>> host, Function<? super R, ToolResult> outcome) {
        HostRun<R> run = new HostRun<>(host, outcome);
        return startHost(run, Runnable::run).result().thenApply(run::result);
    }

    /**
     * Decides, and runs the tool's handler on this thread if the call is approved.
     *
     * @param handlers the handlers of the tools
     * @return the result, also of a call that was denied, declined, invalid or failed
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    public CallResult run(ToolHandlers handlers) {
        CallerThread caller = new CallerThread();
        return await(caller, start(handlers::prepare, caller));
    }

    /**
     * Decides, and runs the tool's handler on the handlers' executor if the call is approved, without waiting.
     *
     * @param handlers the handlers of the tools
     * @return a stage with the result, which never fails
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    public CompletionStage<CallResult> runAsync(ToolHandlers handlers) {
        return start(handlers::prepare, handlers.threads()).result().minimalCompletionStage();
    }

    /**
     * Decides, and hands the call over to a host that runs it elsewhere: between two callbacks, or in another process.
     * It waits for an approver on this thread. Afterwards record the outcome with {@code session.finished(ticket,
     * outcome)}, on any node. An outcome that never comes ends as unknown after the sessions' timeout.
     *
     * @return the ticket and the arguments with which the call may run, or the result if it may not run
     * @throws IllegalStateException if this call was used before, or the session is closed
     */
    public Begun begin() {
        CallSetting setting = setting();
        TurnCall call = call(setting);
        ToolCallOutcome outcome = new CallerThread().await(call.conclude(), call.stream()::cancel);
        return outcome.approved()
                .map(approved -> begun(setting, call.stream(), approved))
                .orElseGet(() -> new Begun(null, null, notRun(setting, call, outcome)));
    }

    private static CallResult notRun(CallSetting setting, TurnCall call, ToolCallOutcome outcome) {
        CallResult result = Suspension.of(setting, call, outcome)
                .orElseGet(() -> TurnRunner.notRun(call.stream(), TurnRunner.kind(outcome), outcome.forModel()));
        call.settle(result, setting.reports());
        return result;
    }

    private static Begun begun(CallSetting setting, ToolCallStream stream, ApprovedCall approved) {
        try {
            return new Begun(approved.handOver(), approved.arguments(), null);
        } catch (StoreException | IllegalStateException e) {
            UserCode.log(LOG, Level.ERROR, "call " + stream + " can't be handed over; it must not run", e);
            String forModel = "Not run: the session's state is unavailable now. Try again later.";
            setting.reports()
                    .report(stream.record()
                            .withVerdict(CallRecord.Verdict.DENIED, Optional.empty())
                            .withDecision(CallRecord.Decision.of(CallRecord.Decision.By.POLICY, forModel)
                                    .withPolicy(SessionFault.STORE)));
            return new Begun(null, null, TurnRunner.notRun(stream, CallResult.Kind.DENIED, forModel));
        }
    }

    /** A call that was handed over to its host, or the reason why it may not run. Immutable. */
    public static final class Begun {
        private final @Nullable String ticket;
        private final @Nullable ObjectNode arguments;
        private final @Nullable CallResult notRun;

        Begun(@Nullable String ticket, @Nullable ObjectNode arguments, @Nullable CallResult notRun) {
            this.ticket = ticket;
            this.arguments = arguments;
            this.notRun = notRun;
        }

        /**
         * Returns the ticket with which the outcome is recorded.
         *
         * @return the ticket, valid once, in every process that serves the session; empty if the call may not run
         */
        public Optional<String> ticket() {
            return Optional.ofNullable(ticket);
        }

        /**
         * Returns the arguments with which the call may run: with defaults, and as an approver edited them.
         *
         * @return a copy; empty if the call may not run
         */
        public Optional<ObjectNode> arguments() {
            return Optional.ofNullable(arguments).map(ObjectNode::deepCopy);
        }

        /**
         * Returns the result of a call that may not run.
         *
         * @return the result for the model; empty if the call may run
         */
        public Optional<CallResult> notRun() {
            return Optional.ofNullable(notRun);
        }
    }

    /**
     * The result of a call that a host ran: what the model is told, and the host's own value. Immutable.
     *
     * @param <R> the type of the host's value
     */
    public static final class Result<R> {
        private final CallResult call;
        private final @Nullable R value;
        private final @Nullable Throwable failure;

        Result(CallResult call, @Nullable R value, @Nullable Throwable failure) {
            this.call = call;
            this.value = value;
            this.failure = failure;
        }

        /** Returns whether the call ran, and what the model is told. */
        public CallResult call() {
            return call;
        }

        /** Returns whether the call ran, and if not, why. */
        public CallResult.Kind kind() {
            return call.kind();
        }

        /** Returns the content for the model as text. */
        public String forModel() {
            return call.forModel();
        }

        /**
         * Returns the host's value as it was returned, if it may go to the model as it is.
         *
         * @return the value; empty if the call didn't run, threw, returned null, or its result is edited or not delivered
         */
        public Optional<R> returned() {
            return isWhole() ? Optional.ofNullable(value) : Optional.empty();
        }

        /**
         * Returns the exception that the host's code threw, if it may go to the model.
         *
         * @return the exception; empty if the call didn't run, returned, or its result is edited or not delivered
         */
        public Optional<Throwable> thrown() {
            return isWhole() ? Optional.ofNullable(failure) : Optional.empty();
        }

        private boolean isWhole() {
            return call.kind() == CallResult.Kind.RAN && call.delivery() == CallResult.Delivery.WHOLE;
        }

        @Override
        public String toString() {
            return call.toString();
        }
    }

    /** One call on its way: its result, and how it is abandoned. */
    private record Started(ToolCallStream stream, TurnRunner runner, CompletableFuture<CallResult> result) {
        void abandon(String why) {
            try {
                runner.cancel(why);
            } finally {
                stream.cancel(why);
            }
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
        return new Started(call.stream(), runner, runner.run(call));
    }

    /** Returns the settings of now, for the only use of this call. */
    private CallSetting setting() {
        CallSetting now = ((CallSetting) session.get()).atEnd().reportedByHost();
        if (used.getAndSet(true)) {
            throw new IllegalStateException("a guarded call can be used only once");
        }
        return now;
    }

    private TurnCall call(CallSetting setting) {
        CallSetting asked = approval == null ? setting : setting.withoutApprover();
        ToolCallStream stream = Constructors.create(ToolCallStream.class, asked, callId, tool);
        stream.append(arguments);
        return TurnCall.alone(stream, setting.clock(), approval);
    }

    private static CallResult await(CallerThread caller, Started started) {
        return caller.await(started.result(), started::abandon);
    }
}
