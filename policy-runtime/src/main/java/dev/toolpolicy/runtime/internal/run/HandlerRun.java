package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.internal.fault.FailureWords;
import dev.toolpolicy.runtime.internal.fault.TimeLimit;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One run of a handler. It ends once: with the handler's result, its failure, its timeout or a cancellation, which
 * comes first. Later results are logged, since the handler may have had an effect.
 */
final class HandlerRun {
    private static final Logger LOG = System.getLogger(ToolHandlers.class.getName());

    /** A handler with its arguments. */
    @FunctionalInterface
    interface Body {
        @Nullable
        Object run(ToolHandlers.Handler.RunningCall call) throws Exception;

        /** Returns what the returned value means, which may be a {@link ToolResult}. */
        default @Nullable Object outcome(@Nullable Object value) {
            return value;
        }

        /** Notes the exception with which the code ended. */
        default void thrown(Throwable failure) {}

        /** Notes that the code ended in time, so that its value or exception counts. */
        default void inTime() {}
    }

    private final ApprovedCall approved;
    private final Duration limit;
    private final Body body;
    private final Running running = new Running();
    private final CompletableFuture<ToolResult> result = new CompletableFuture<>();
    private volatile @Nullable TimeLimit timer;
    private @Nullable Thread runner;
    private @Nullable CompletionStage<?> pending;
    private boolean begun;
    private boolean over;

    HandlerRun(ApprovedCall approved, Duration limit, Body body) {
        this.approved = approved;
        this.limit = limit;
        this.body = body;
    }

    /** Prepares the only run of a call by its tool's handler, which can be stopped before it starts. */
    static HandlerRun of(ToolHandlers handlers, ApprovedCall call) {
        call.begin();
        String tool = call.call().tool();
        try {
            ToolHandlers.Handler<ApprovedCall> handler = handlers.prepare(call);
            return new HandlerRun(call, handlers.timeout(tool), running -> handler.run(call, running));
        } catch (RuntimeException unreadable) {
            return failing(call, unreadable);
        }
    }

    /** Returns a run that fails. */
    static HandlerRun failing(ApprovedCall call, RuntimeException failure) {
        return new HandlerRun(call, ToolHandlers.DEFAULT_LIMIT, running -> {
            throw failure;
        });
    }

    /** The call as its handler sees it. */
    private final class Running implements ToolHandlers.Handler.RunningCall {
        private volatile boolean cancelled;

        @Override
        public ToolCall call() {
            return approved.call();
        }

        @Override
        public PolicyContext context() {
            return approved.context();
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }
    }

    CompletionStage<ToolResult> result() {
        return result.minimalCompletionStage();
    }

    /** Starts the run, unless it was stopped before. An executor can reject a task, or fail after it has begun. */
    void startOn(Executor threads) {
        if (isOver()) {
            return;
        }
        timer = TimeLimit.start(limit, () -> stop("it took longer than " + TimeLimit.words(limit)));
        try {
            threads.execute(this::run);
        } catch (Throwable refused) {
            UserCode.log(LOG, Level.ERROR, "the handler executor rejected call " + approved.call(), refused);
            if (!isBegun()) {
                end(failure("it could not be started"));
            }
            UserCode.rethrowFatal(refused);
        }
    }

    private void run() {
        if (!take(Thread.currentThread())) {
            return;
        }
        try {
            Object value = body.run(running);
            release();
            if (value instanceof CompletionStage<?> stage) {
                await(stage);
            } else {
                succeed(value);
            }
        } catch (Throwable failure) {
            release();
            try {
                end(failed(failure));
            } finally {
                if (UserCode.isFatal(failure)) {
                    UserCode.<RuntimeException>throwAsIs(failure);
                }
            }
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** Binds the thread to this run, unless the run is over. */
    private synchronized boolean take(Thread thread) {
        if (over) {
            return false;
        }
        runner = thread;
        begun = true;
        return true;
    }

    private synchronized boolean isBegun() {
        return begun;
    }

    /** Releases the thread: this run doesn't interrupt it any more, and clears its own interrupt. */
    private synchronized void release() {
        runner = null;
        if (over) {
            Thread.interrupted();
        }
    }

    private void await(CompletionStage<?> stage) {
        boolean late;
        synchronized (this) {
            pending = stage;
            late = over;
        }
        if (late) {
            cancel(stage);
        }
        stage.whenComplete((value, failure) -> {
            if (failure == null) {
                succeed(value);
            } else {
                end(failed(failure));
            }
        });
    }

    /** Stops the run. If it had begun, it may have had its effect, so its outcome is unknown even if it completes. */
    void stop(String why) {
        running.cancelled = true;
        if (claim()) {
            try {
                stopHandler();
            } finally {
                tell(isBegun() ? ToolResult.unknown(sentence(why)) : failure(why));
            }
        }
    }

    private void stopHandler() {
        CompletionStage<?> stage;
        synchronized (this) {
            if (runner != null) {
                runner.interrupt();
            }
            stage = pending;
        }
        if (stage != null) {
            cancel(stage);
        }
    }

    private void cancel(CompletionStage<?> stage) {
        UserCode.run(
                LOG,
                Level.DEBUG,
                "the stage of call " + approved.call() + " can't be cancelled",
                () -> stage.toCompletableFuture().cancel(true));
    }

    private void end(ToolResult given) {
        if (claim()) {
            body.inTime();
            tell(given);
        } else {
            LOG.log(
                    given.isSuccess() ? Level.WARNING : Level.DEBUG,
                    "call {0} went on after it was given up, and {1}",
                    approved.call(),
                    given.isSuccess() ? "succeeded" : "failed");
        }
    }

    /** Claims the end of the run; only the first claim succeeds. */
    private synchronized boolean claim() {
        boolean first = !over;
        over = true;
        return first;
    }

    private void tell(ToolResult given) {
        TimeLimit time = timer;
        if (time != null) {
            time.cancel();
        }
        try {
            UserCode.run(
                    LOG,
                    Level.ERROR,
                    "recording the outcome of call " + approved.call() + " failed; its result is kept",
                    () -> approved.record(given));
        } finally {
            result.complete(given);
        }
    }

    /**
     * Ends the run with the handler's value, which can be a failure itself. The call ran, even if the value can't be
     * written.
     */
    private void succeed(@Nullable Object returned) {
        Object value;
        try {
            value = body.outcome(returned);
        } catch (Throwable failure) {
            UserCode.log(
                    LOG,
                    Level.ERROR,
                    "what call " + approved.call() + " returned can't be judged; its outcome counts as unknown",
                    failure);
            end(ToolResult.unknown("The call ran, but it is not known whether it succeeded."));
            UserCode.rethrowFatal(failure);
            return;
        }
        ResultJson.Written written = ResultJson.written(value);
        Throwable unwritable = written.failure();
        if (unwritable != null) {
            UserCode.log(
                    LOG,
                    Level.ERROR,
                    "the result of call " + approved.call() + " can't be written as JSON",
                    unwritable);
        }
        try {
            end(written.result());
        } finally {
            if (unwritable != null) {
                UserCode.rethrowFatal(unwritable);
            }
        }
    }

    private ToolResult failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        body.thrown(cause);
        if (!UserCode.isCancellation(cause)) {
            UserCode.logBriefly(LOG, "the handler of call " + approved.call() + " failed", cause);
        }
        return FailureWords.result(approved.call().tool(), cause);
    }

    private ToolResult failure(String why) {
        return ToolResult.failure(sentence(why));
    }

    private String sentence(String why) {
        return FailureWords.sentence(approved.call().tool(), why);
    }
}
