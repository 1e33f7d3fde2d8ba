package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.internal.call.Constructors;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.turn.TurnResult.Stop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reading, deciding and running of all calls of one response. Approval is requested while it streams, approved
 * calls run, and each call gets a result for the model.
 *
 * <pre>{@code
 * ToolTurn turn = session.turn(tools, TurnSettings.defaults().cancelling(response::close));
 * for (Event event : response) {
 *     …                                   // turn.start, turn.append, turn.end, by the call's position
 * }
 * turn.finish(ResponseEnd.COMPLETE).thenAccept(result -> send(result.results()));
 * }</pre>
 *
 * <p>A turn <em>reads</em> until the response ends, is cancelled since all its calls are settled, or is abandoned. Then
 * its calls <em>run</em> in their order, each after the results of earlier calls have been recorded. No call runs
 * before the response has ended, since a failed response is requested again. The turn is <em>done</em> when each call
 * has its result.
 *
 * <p>One thread at a time feeds the turn and never waits. All other methods may be used from any thread.
 */
public final class ToolTurn {
    static {
        Constructors.register(
                ToolTurn.class,
                parts -> new ToolTurn(
                        (CallSetting) parts[0], (ResponseStream) parts[1], (ToolHandlers) parts[2], (TurnSettings)
                                parts[3]));
    }

    private static final Logger LOG = System.getLogger(ToolTurn.class.getName());

    private final ResponseStream response;
    private final TurnSettings settings;
    private final TurnRunner runner;
    private final Clock clock;
    private final boolean asks;
    private final LookOut calls = new LookOut();
    private final CompletableFuture<TurnResult> done = new CompletableFuture<>();
    private @Nullable Stop stop;
    private boolean running;

    /** Creates a turn without calls. The setting has the session's id, clock and approval requests. */
    private ToolTurn(CallSetting session, ResponseStream response, ToolHandlers tools, TurnSettings settings) {
        this.response = Objects.requireNonNull(response, "response");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.clock = session.clock();
        this.asks = session.permission() != null;
        this.runner = new TurnRunner(tools::prepare, tools.threads(), session, settings);
    }

    /**
     * Starts a call, or adds to its id and name. Parts that arrive after the turn was cancelled are dropped.
     *
     * @param position the call's position in the response, as the provider counts
     * @param id the provider's id, empty if it isn't known
     * @param name the tool's name or a piece of it, empty if it isn't known
     */
    public void start(int position, String id, String name) {
        fed(position, () -> {
            response.start(position, id, name);
            return true;
        });
    }

    /**
     * Appends argument text to a call.
     *
     * @param position the call's position
     * @param text the text, possibly empty
     */
    public void append(int position, CharSequence text) {
        fed(position, () -> calls.hasNews(response.append(position, text)));
    }

    /**
     * Ends a call, if the provider reports that. A call without text stays open until {@link #finish}: it has no
     * arguments if the response is complete, and is truncated if not.
     *
     * @param position the call's position
     */
    public void end(int position) {
        fed(position, () -> {
            response.end(position);
            return true;
        });
    }

    /**
     * Ends a call whose whole text the host delivers at the end, as providers without pieces do. It becomes the call's
     * text only if none arrived before. In that case an object without members counts as no text, as in {@link
     * #end(int)}, since hosts write {@code {}} for missing text.
     *
     * @param position the call's position
     * @param whole the whole text as the host has it, possibly empty
     */
    public void end(int position, CharSequence whole) {
        fed(position, () -> {
            response.end(position, whole);
            return true;
        });
    }

    private void fed(int position, BooleanSupplier step) {
        try {
            synchronized (this) {
                if (stop != null) {
                    LOG.log(Level.DEBUG, "dropped a part of a response that is over");
                } else if (step.getAsBoolean()) {
                    look(() -> {
                        calls.touch(position);
                        addNew(position);
                    });
                }
            }
        } finally {
            runIfStopped();
        }
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
            TurnCall call = calls.add(position, new TurnCall(all.get(i), i, clock));
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
            runIfStopped();
        }
    }

    /** Stops reading. Every call that has started gets a result, even if something fails. Under the lock. */
    private void stop(Stop reason, ResponseEnd end) {
        stop = reason;
        try {
            response.finish(end);
        } finally {
            addAll();
        }
    }

    /** Adds the calls whose first part failed. */
    private void addAll() {
        List<ToolCallStream> all = response.calls();
        for (int i = calls.count(); i < all.size(); i++) {
            calls.add(-1, new TurnCall(all.get(i), i, clock));
        }
    }

    /**
     * Ends the response and runs the approved calls. Does nothing if the turn is over.
     *
     * @param end how the response ended, as the provider reports
     * @return the stage that {@link #result()} returns
     */
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

    /**
     * Abandons the turn, since the response failed or the user left. No more calls run, open approval requests are
     * withdrawn, running handlers are interrupted, and each call gets a result with the reason.
     *
     * @param reason the reason, for results and records
     * @return the stage that {@link #result()} returns
     */
    public CompletionStage<TurnResult> abandon(String reason) {
        List<TurnCall> all;
        synchronized (this) {
            if (stop == null) {
                stop = Stop.ABANDONED;
                addAll();
            }
            all = calls.all();
        }
        try {
            runner.cancel(reason);
        } finally {
            try {
                UserCode.each(all, call -> call.stream().cancel(reason));
            } finally {
                runIfStopped();
            }
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
                        LOG,
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

    /**
     * Returns a stage with the results of all calls.
     *
     * @return a stage that always completes, since approvals and handlers time out
     */
    public CompletionStage<TurnResult> result() {
        return done.minimalCompletionStage();
    }

    /**
     * Returns the response's calls.
     *
     * @return the calls that have started so far, in their order; their text must go through the turn
     */
    public synchronized List<ToolCallStream> calls() {
        return List.copyOf(response.calls());
    }
}
