package dev.toolpolicy.runtime.turn;

import dev.toolpolicy.runtime.call.ResponseEnd;
import dev.toolpolicy.runtime.call.ResponseStream;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.permission.PermissionCoordinator;
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
 * One response of a model, with everything that follows from it: its calls are read and decided about, somebody is asked
 * while it streams, what may run runs, and each call gets a result for the model.
 *
 * <pre>{@code
 * ToolTurn turn = session.turn(tools, TurnSettings.defaults().cancelling(response::close));
 * for (Event event : response) {
 *     …                                   // turn.start, turn.append, turn.end, by the call's position
 * }
 * turn.finish(ResponseEnd.COMPLETE).thenAccept(result -> send(result.results()));
 * }</pre>
 *
 * <p>A turn <em>reads</em> until the response ends, is cancelled since all its calls are settled, or is abandoned. Then its
 * calls <em>run</em>, in their order, each when those before it have told their results; none runs before the response has
 * ended, since a response that fails is asked for again. It is <em>done</em> when each call has its result.
 *
 * <p>One thread at a time feeds it; that thread never waits for anybody. Everything else is used from any thread.
 */
public final class ToolTurn {
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

    /**
     * A turn without calls yet. Services get theirs from a session.
     *
     * @param session the session's id
     * @param response takes the calls
     * @param tools runs what may run
     * @param settings how it goes
     * @param clock tells the time of what happens
     * @param permission the session's prompts; null if there is nobody to ask
     */
    public ToolTurn(
            String session,
            ResponseStream response,
            ToolExecutor tools,
            TurnSettings settings,
            Clock clock,
            @Nullable PermissionCoordinator permission) {
        this.response = Objects.requireNonNull(response, "response");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.asks = permission != null;
        this.runner = new TurnRunner(tools, new ResultDelivery(session, permission), settings);
    }

    /**
     * A call starts, or more of its id and name is known. What comes after the turn was cancelled is dropped.
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
     * More argument text of a call.
     *
     * @param position the call's position
     * @param text the text, possibly empty
     */
    public void append(int position, CharSequence text) {
        fed(position, () -> calls.hasNews(response.append(position, text)));
    }

    /**
     * Ends a call, where the provider tells that. A call without text stays open until {@link #finish}: it has no arguments
     * only if the response ended well, and is truncated otherwise.
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
     * Ends a call whose whole text the host hands over with the end, as providers without pieces do. It is the call's text
     * if none came before; otherwise what came stands. Where none came, an object without members counts as none, as
     * in {@link #end(int)}: hosts write {@code {}} for a text that never came.
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
                    LOG.log(Level.DEBUG, "a part of a response that is over is dropped");
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

    /** Looks at what has changed; stops the response if nobody needs more of it. Under the lock. */
    private void look(Runnable first) {
        if (stop == null && calls.look(asks, first)
                && calls.nobodyNeedsMore() && settings.upstream().isPresent()) {
            stop(Stop.DECLINED, ResponseEnd.CUT);
        }
    }

    /** Takes the call that has begun at a position, if one has. */
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

    /** Nothing is read any more; every call that has begun gets a result, whatever fails. Under the lock. */
    private void stop(Stop why, ResponseEnd how) {
        stop = why;
        try {
            response.finish(how);
        } finally {
            addAll();
        }
    }

    /** Takes the calls whose first part failed. */
    private void addAll() {
        List<ToolCallStream> all = response.calls();
        for (int i = calls.count(); i < all.size(); i++) {
            calls.add(-1, new TurnCall(all.get(i), i, clock));
        }
    }

    /**
     * The response has ended; what may run, runs. If the turn is over already, nothing happens.
     *
     * @param how how it ended, as the provider says
     * @return what comes of the turn, as {@link #result()} gives it
     */
    public CompletionStage<TurnResult> finish(ResponseEnd how) {
        try {
            synchronized (this) {
                if (stop == null) {
                    stop(how == ResponseEnd.COMPLETE ? Stop.COMPLETE : Stop.CUT, how);
                }
            }
        } finally {
            runIfStopped();
        }
        return result();
    }

    /**
     * Gives the turn up: the response failed, or the user left. Nothing more runs, nobody is asked, handlers that run are
     * interrupted; each call has a result that says so.
     *
     * @param why the reason, for results and records
     * @return what comes of the turn
     */
    public CompletionStage<TurnResult> abandon(String why) {
        List<TurnCall> all;
        synchronized (this) {
            if (stop == null) {
                stop = Stop.ABANDONED;
                addAll();
            }
            all = calls.all();
        }
        try {
            runner.cancel(why);
        } finally {
            try {
                UserCode.each(all, call -> call.stream().cancel(why));
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
                UserCode.run(LOG, Level.WARNING, "cancelling the response failed; what comes of it is dropped",
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
                done.complete(new TurnResult(why, results, all.stream().map(TurnRunner::record).toList()));
            }
        });
    }

    /**
     * What comes of the turn.
     *
     * @return the results of all calls, once each has one; waits for whoever is asked and for handlers, each of which has
     *     its limit
     */
    public CompletionStage<TurnResult> result() {
        return done.minimalCompletionStage();
    }

    /**
     * The response's calls.
     *
     * @return those that started so far, in their order; their text goes through the turn
     */
    public synchronized List<ToolCallStream> calls() {
        return List.copyOf(response.calls());
    }
}
