package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.CallResult;
import dev.toolpolicy.runtime.CallResult.Kind;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.call.ToolTurn;
import dev.toolpolicy.runtime.call.TurnResult.Stop;
import dev.toolpolicy.runtime.call.TurnSettings;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.remember.UnusedApproval;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The execution of a response's calls after its end: concludes each at its turn, runs approved calls, and delivers
 * results. No thread waits; each step is attached to the stage before it. If a step fails, each call still gets a
 * result.
 */
final class TurnRunner {
    static final Logger LOG = System.getLogger(ToolTurn.class.getName());
    private static final String LOST =
            " The rest of the response was cancelled, so calls that it had not started are lost.";

    private final Function<ApprovedCall, HandlerRun> prepare;
    private final Executor threads;
    private final ResultDelivery delivery;
    private final TurnSettings settings;
    private final CallSetting session;
    private final List<HandlerRun> running = new ArrayList<>();
    private final Queue<TurnCall> next = new ConcurrentLinkedQueue<>();
    private final AtomicInteger starts = new AtomicInteger();
    private CompletionStage<Void> turn = CompletableFuture.allOf();
    private int added;
    private volatile @Nullable String cancelled;
    /** The approval for which the last suspended call waits; later calls wait behind it. */
    private volatile @Nullable String waiting;

    /**
     * Creates a runner.
     *
     * @param prepare prepares the only run of a call
     * @param threads starts the runs
     * @param session the session's id, approval requests and reports
     * @param settings the settings of the turn
     */
    TurnRunner(
            Function<ApprovedCall, HandlerRun> prepare, Executor threads, CallSetting session, TurnSettings settings) {
        this.prepare = prepare;
        this.threads = threads;
        this.delivery = new ResultDelivery(session.permission());
        this.settings = settings;
        this.session = session;
    }

    /** Runs the calls that weren't added before. The stage completes when each call has its result. */
    CompletionStage<List<CallResult>> run(List<TurnCall> calls, Stop stop) {
        calls.forEach(this::add);
        start(stop);
        CompletableFuture<?>[] results = calls.stream().map(TurnCall::result).toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(results)
                .thenApply(
                        all -> calls.stream().map(call -> call.result().join()).toList());
    }

    /** Adds a call behind those that were added before, unless it was added. Under the turn's lock, or after its end. */
    void add(TurnCall call) {
        if (call.index() >= added) {
            added = call.index() + 1;
            next.add(call);
        }
    }

    /** Starts what was added, in its order, on one thread at a time. A call can add others while it starts. */
    void start(Stop stop) {
        int seen = starts.incrementAndGet();
        if (seen != 1) {
            return; // the thread that starts calls goes on with it
        }
        do {
            for (TurnCall call = next.poll(); call != null; call = next.poll()) {
                start(call, stop);
            }
            seen = starts.addAndGet(-seen);
        } while (seen != 0);
    }

    private void start(TurnCall call, Stop stop) {
        if (settings.parallel()) {
            process(call, stop);
        } else {
            turn = turn.handle((done, failure) -> (Void) null).thenCompose(before -> process(call, stop));
        }
    }

    /** Runs one complete call, to its result. */
    void run(TurnCall call) {
        process(call, Stop.COMPLETE);
    }

    /** Concludes one call and runs it if it is approved. The stage completes when the next call may have its turn. */
    private CompletionStage<Void> process(TurnCall call, Stop stop) {
        return concluded(call, stop)
                .exceptionally(failure -> {
                    UserCode.log(LOG, Level.ERROR, "call " + call.stream() + " failed", failure);
                    call.settle(
                            notRun(call.stream(), Kind.INVALID, "Not run: an internal error stopped this call."),
                            session.reports());
                    return null;
                })
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        call.result().completeExceptionally(failure);
                    }
                });
    }

    /** Concludes one call and runs it. A failure is in the stage, also one before the first step. */
    private CompletionStage<Void> concluded(TurnCall call, Stop stop) {
        try {
            String before = settings.parallel() || cancelled != null ? null : waiting;
            Optional<CallResult> suspended =
                    before == null ? Optional.empty() : Suspension.behind(session, call, before);
            if (suspended.isPresent()) {
                return settled(call, suspended.get());
            }
            return call.conclude()
                    .thenCompose(found -> found.approved()
                            .map(approved -> run(call, approved))
                            .orElseGet(() -> settled(call, unrun(call, found, stop))));
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private CompletionStage<Void> settled(TurnCall call, CallResult result) {
        result.approval().ifPresent(id -> waiting = id);
        call.settle(result, session.reports());
        return CompletableFuture.allOf();
    }

    private CallResult unrun(TurnCall call, ToolCallOutcome outcome, Stop stop) {
        boolean lost = stop == Stop.DECLINED && call.state() == TurnCall.State.STOPPED;
        String words = outcome.forModel();
        return Suspension.of(session, call, outcome)
                .orElseGet(() -> notRun(call.stream(), kind(outcome), lost ? words + LOST : words));
    }

    /** Returns the kind of result of a call that may not run. */
    static Kind kind(ToolCallOutcome outcome) {
        return switch (outcome.kind()) {
            case INVALID -> Kind.INVALID;
            case DENIED ->
                outcome.denial()
                        .flatMap(UnusedApproval::status)
                        .map(TurnRunner::unused)
                        .orElse(Kind.DENIED);
            case NEEDS_APPROVAL, DECLINED -> Kind.DECLINED;
            case APPROVED -> throw new IllegalArgumentException("the call may run");
        };
    }

    private static Kind unused(Approval.Status status) {
        return switch (status) {
            case EXPIRED -> Kind.EXPIRED;
            case RUNNING -> Kind.RUNNING;
            case LOST -> Kind.LOST;
            default -> Kind.DENIED;
        };
    }

    static CallResult notRun(ToolCallStream stream, Kind kind, String words) {
        return CallResult.notRun(stream.serial(), stream.id(), stream.tool(), kind, words);
    }

    /** Returns the result of a call that ran, but whose result couldn't be delivered. */
    private static CallResult undelivered(TurnCall call, ApprovedCall approved, ToolResult result) {
        ToolCallStream stream = call.stream();
        CallResult ran = CallResult.ran(
                        stream.serial(), stream.id(), stream.tool(), approved.arguments(), NullNode.getInstance())
                .withNotice(CallMessages.ran(result.kind(), "Its result is not shown, because of an internal error"));
        return ran.ending(result);
    }

    /** Runs an approved call. The next call doesn't wait for the delivery of its result. */
    private CompletionStage<Void> run(TurnCall call, ApprovedCall approved) {
        HandlerRun run = prepare(approved);
        CompletionStage<Void> done = run.result().thenAccept(result -> {
            call.ran(result);
            delivered(call, approved, result)
                    .exceptionally(failure -> {
                        UserCode.log(
                                LOG,
                                Level.ERROR,
                                "delivering the result of call " + call.stream() + " failed",
                                failure);
                        return undelivered(call, approved, result);
                    })
                    .thenAccept(delivered -> call.settle(delivered, session.reports()));
        });
        run.startOn(threads);
        return done;
    }

    private CompletionStage<CallResult> delivered(TurnCall call, ApprovedCall approved, ToolResult result) {
        try {
            return delivery.deliver(call, approved, result);
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private HandlerRun prepare(ApprovedCall approved) {
        if (approved instanceof PermittedCall permitted) {
            permitted.deliveredByTurn();
        }
        HandlerRun run = prepare.apply(approved);
        String why;
        synchronized (this) {
            running.add(run);
            why = cancelled;
        }
        if (why != null) {
            run.stop(why);
        }
        return run;
    }

    /**
     * Stops calls: those that run, and those that would start. The last ones are stopped first, so that no request is shown
     * for a call only because the one before it was withdrawn.
     */
    void cancel(String why, List<TurnCall> calls) {
        List<TurnCall> backwards = new ArrayList<>(calls);
        Collections.reverse(backwards);
        List<HandlerRun> runs;
        synchronized (this) {
            cancelled = why;
            runs = List.copyOf(running);
        }
        try {
            delivery.cancel(why); // first, so that no request opens for what the stopped calls leave
        } finally {
            try {
                UserCode.each(backwards, call -> call.stream().cancel(why));
            } finally {
                UserCode.each(runs, run -> run.stop(why)); // last, so that no call starts behind one that it stops
            }
        }
    }
}
