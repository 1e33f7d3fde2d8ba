package dev.toolpolicy.runtime.turn;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.call.ApprovedCall;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of one handler, which ends once: with what the handler gives, with its failure, by its time limit or by a
 * cancellation, whichever comes first. What comes later is logged, since its effect may be there.
 */
final class HandlerRun {
    private static final Logger LOG = System.getLogger(ToolHandlers.class.getName());
    private static final int SHOWN = 500;

    /** A handler with its arguments. */
    @FunctionalInterface
    interface Body {
        @Nullable Object run(RunningCall call) throws Exception;
    }

    private final ApprovedCall approved;
    private final Duration limit;
    private final Body body;
    private final RunningCall running;
    private final CompletableFuture<ToolResult> result = new CompletableFuture<>();
    private final CompletableFuture<Void> timer = new CompletableFuture<>();
    private @Nullable Thread runner;
    private @Nullable CompletionStage<?> pending;
    private boolean over;

    HandlerRun(ApprovedCall approved, Duration limit, Body body) {
        this.approved = approved;
        this.limit = limit;
        this.body = body;
        this.running = new RunningCall(approved.call(), approved.context());
    }

    /** A run that fails. */
    static HandlerRun failing(ApprovedCall call, RuntimeException failure) {
        return new HandlerRun(call, ToolHandlers.DEFAULT_LIMIT, running -> {
            throw failure;
        });
    }

    CompletionStage<ToolResult> result() {
        return result.minimalCompletionStage();
    }

    /** Starts it, unless it was stopped before. */
    void startOn(Executor threads) {
        if (isOver()) {
            return;
        }
        timer.thenRun(() -> stop("it took longer than " + words(limit)));
        timer.completeOnTimeout(null, Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
        try {
            threads.execute(this::run);
        } catch (RuntimeException refused) {
            LOG.log(Level.ERROR, "the executor of handlers refuses call " + approved.call(), refused);
            end(failure("it could not be started"));
        }
    }

    private static String words(Duration time) {
        return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
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
                end(success(value));
            }
        } catch (Throwable failure) {
            release();
            end(failed(failure));
            if (failure instanceof VirtualMachineError error) {
                throw error;
            }
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** The thread is this run's from now on, unless the run is over. */
    private synchronized boolean take(Thread thread) {
        runner = over ? null : thread;
        return !over;
    }

    /** From here on the thread is somebody else's: it isn't interrupted any more, and forgets that it was by us. */
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
        stage.whenComplete((value, failure) -> end(failure == null ? success(value) : failed(failure)));
    }

    /** Gives it up: it has failed, whatever it does from now on. */
    void stop(String why) {
        running.cancel();
        if (claim()) {
            stopHandler();
            tell(failure(why));
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
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (UnsupportedOperationException cannotBeCancelled) {
            LOG.log(Level.DEBUG, "the stage of call {0} can't be cancelled", approved.call());
        }
    }

    private void end(ToolResult given) {
        if (claim()) {
            tell(given);
        } else {
            LOG.log(given instanceof ToolResult.Success ? Level.WARNING : Level.DEBUG,
                    "call {0} went on after it was given up, and {1}",
                    approved.call(), given instanceof ToolResult.Success ? "succeeded" : "failed");
        }
    }

    /** The first end is the one that counts. */
    private synchronized boolean claim() {
        boolean first = !over;
        over = true;
        return first;
    }

    private void tell(ToolResult given) {
        timer.cancel(false);
        try {
            if (given instanceof ToolResult.Success success) {
                approved.succeeded(success.value());
            } else {
                approved.failed();
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "telling what came of call " + approved.call() + " failed; its result goes on", e);
        }
        result.complete(given);
    }

    /** What a handler gave, which can say itself that it failed. */
    private ToolResult success(@Nullable Object value) {
        if (value instanceof ToolResult said) {
            return said;
        }
        try {
            JsonNode json = ResultJson.of(value);
            return ToolResult.success(json);
        } catch (RuntimeException unwritable) {
            LOG.log(Level.ERROR, "the result of call " + approved.call() + " can't be written as JSON", unwritable);
            return ToolResult.success(ResultJson.unwritable(value));
        }
    }

    private ToolResult failed(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        if (cause instanceof InterruptedException || cause instanceof CancellationException) {
            return failure("it was interrupted");
        }
        LOG.log(Level.WARNING, "the handler of call " + approved.call() + " failed", cause);
        String message = cause.getMessage() == null ? "" : ": " + cause.getMessage();
        return failure(cause.getClass().getSimpleName()
                + (message.length() <= SHOWN ? message : message.substring(0, SHOWN) + "..."));
    }

    private ToolResult failure(String why) {
        return ToolResult.failure("Tool '" + approved.call().tool() + "' failed: " + why);
    }
}
