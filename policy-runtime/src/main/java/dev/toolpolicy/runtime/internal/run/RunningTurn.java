package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.ToolHandlers;
import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult;
import dev.toolpolicy.runtime.call.TurnResult.Stop;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.remember.RecordedFlows;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A turn: it reads a response, looks at what its calls reveal, and runs them at its end. */
public final class RunningTurn implements ToolTurn {

    private final ResponseStream response;

    private final TurnSettings settings;

    private final TurnRunner runner;

    private final Clock clock;

    private final RecordedFlows flows;

    private final boolean asks;

    private final LookOut calls = new LookOut();

    private final CompletableFuture<TurnResult> done = new CompletableFuture<>();

    private @Nullable Stop stop;

    private boolean running;

    /** The number of calls at the beginning that were started before the end of the response. */
    private int begun;

    /**
     * Creates a turn without calls.
     *
     * @param session the session's settings of now
     * @param response the response
     * @param tools the handlers
     * @param settings the settings of the turn
     */
    public RunningTurn(CallSetting session, ResponseStream response, ToolHandlers tools, TurnSettings settings) {
        this.response = Objects.requireNonNull(response, "response");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.clock = session.clock();
        this.flows = session.policies().flows();
        this.asks = session.permission() != null;
        this.runner = new TurnRunner(call -> HandlerRun.of(tools, call), tools.executor(), session, settings);
    }

    @Override
    public void start(int position, String id, String name) {
        fed(position, () -> response.start(position, id, name));
    }

    @Override
    public void append(int position, CharSequence text) {
        fed(position, () -> response.append(position, text));
    }

    @Override
    public void end(int position) {
        fed(position, () -> response.end(position));
    }

    @Override
    public void end(int position, CharSequence whole) {
        fed(position, () -> response.end(position, whole));
    }

    @Override
    public void provided(String tool) {
        flows.deliver(tool);
    }

    private void fed(int position, Runnable step) {
        try {
            synchronized (this) {
                if (stop != null) {
                    TurnRunner.LOG.log(Level.DEBUG, "dropped a part of a response that is over");
                } else {
                    step.run();
                    look(() -> {
                        calls.touch(position);
                        addNew(position);
                    });
                }
            }
        } finally {
            runEarly();
            runIfStopped();
        }
    }

    /** Starts the calls that needn't wait for the end of the response, each behind those before it. */
    private void runEarly() {
        if (!settings.early()) {
            return;
        }
        synchronized (this) {
            while (stop == null && begun < calls.count() && calls.get(begun).mayRunEarly()) {
                calls.get(begun).startedEarly();
                runner.add(calls.get(begun));
                begun++;
            }
        }
        runner.start(Stop.COMPLETE);
    }

    /** Looks at what has changed, and stops the response if no call needs more of it. Under the lock. */
    private void look(Runnable first) {
        if (stop == null
                && calls.look(asks, first)
                && calls.nobodyNeedsMore()
                && settings.upstream().isPresent()) {
            stop(Stop.DECLINED, ResponseEnd.CUT);
        }
    }

    /** Adds the call that has started at a position, if one has. */
    private void addNew(int position) {
        List<ToolCallStream> all = response.calls();
        for (int i = calls.count(); i < all.size(); i++) {
            TurnCall call = calls.add(position, new TurnCall(all.get(i), i, clock, null));
            call.stream().declined().thenAccept(declined -> answered(call, declined));
        }
    }

    private void answered(TurnCall call, boolean declined) {
        try {
            synchronized (this) {
                call.answered(declined);
                look(() -> calls.touch(call));
            }
        } finally {
            runEarly();
            runIfStopped();
        }
    }

    /** Stops reading. Every call that has started gets a result, even if something fails. Under the lock. */
    private void stop(Stop reason, ResponseEnd end) {
        stop = reason;
        response.finish(end);
    }

    @Override
    public CompletionStage<TurnResult> finish(ResponseEnd end) {
        try {
            synchronized (this) {
                if (stop == null) {
                    stop(end == ResponseEnd.COMPLETE ? Stop.COMPLETE : Stop.CUT, end);
                }
            }
        } finally {
            runIfStopped();
        }
        return result();
    }

    @Override
    public CompletionStage<TurnResult> abandon(String reason) {
        List<TurnCall> all;
        synchronized (this) {
            if (stop == null) {
                stop = Stop.ABANDONED;
            }
            all = calls.all();
        }
        try {
            runner.cancel(reason, all);
        } finally {
            runIfStopped();
        }
        return result();
    }

    private void runIfStopped() {
        List<TurnCall> all;
        Stop why;
        synchronized (this) {
            if (stop == null || running) {
                return;
            }
            running = true;
            why = stop;
            all = calls.all();
        }
        try {
            if (why == Stop.DECLINED) {
                UserCode.run(
                        TurnRunner.LOG,
                        Level.WARNING,
                        "cancelling the response failed; its remaining parts are dropped",
                        () -> settings.upstream().ifPresent(Runnable::run));
            }
        } finally {
            run(all, why);
        }
    }

    private void run(List<TurnCall> all, Stop why) {
        runner.run(all, why).whenComplete((results, failure) -> {
            if (failure != null) {
                done.completeExceptionally(failure);
            } else {
                done.complete(new TurnResult(
                        why, results, all.stream().map(TurnCall::record).toList()));
            }
        });
    }

    @Override
    public CompletionStage<TurnResult> result() {
        return done.minimalCompletionStage();
    }

    @Override
    public synchronized List<ToolCallStream> calls() {
        return List.copyOf(response.calls());
    }
}
