package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One stream under one policy. A {@link #ask reason to stop} (from a policy, a failure, the client or the service)
 * is only recorded; the thread that drives the stream runs the end, between two hooks.
 *
 * <p>Driven by one thread at a time, through {@link #start}, {@link #chunk}, {@link #finish}, {@link #fail}, {@link
 * #stopNow}; none of them throws. Only {@link #ask} may be called by others.
 */
final class StreamRun<S extends @Nullable Object> {
    private enum State {
        /** The policy has no state for this stream yet. */
        NEW,
        /** Chunks go through the hooks. */
        OPEN,
        /** There is a reason to stop: what was held back goes out, and no hook sends any more. */
        STOPPING,
        /** How the stream ended is certain, and the last hooks run. */
        CLOSING,
        /** The output is closed. */
        OVER
    }

    private final Stages.Stage<S> stage;
    private final StreamRequest request;
    private final StreamSettings settings;
    private final CompletionAggregator units;
    private final Outgoing outgoing;
    private final ChunkSink sink;
    private final StreamTelemetry telemetry;
    private final Upstream upstream;
    private final Watchdog watchdog;
    private @Nullable PolicyHooks<S> hooks;
    private @Nullable Thread driver;
    private volatile State state = State.NEW;
    /** The reason to stop; from {@link State#CLOSING} on, how the stream ended. */
    private volatile StreamEvent.@Nullable Outcome stop;

    private @Nullable Throwable failure;
    private boolean upstreamOver;
    private long chunksIn;

    private interface ThrowingStep {
        void run() throws IOException;
    }

    /** The source of the chunks, as far as a stream controls it. */
    interface Upstream {
        /** Cancels the source, with the outcome of the stream that needs no more chunks. */
        void cancel(StreamEvent.Outcome how);
    }

    StreamRun(
            Stages.Stage<S> stage, StreamRequest request, StreamSettings settings, Upstream upstream, ChunkSink sink) {
        this.stage = stage;
        this.request = request;
        this.settings = settings;
        this.upstream = upstream;
        this.sink = sink;
        units = new CompletionAggregator(settings);
        boolean checks = settings.has(StreamSettings.Flag.CHECKING);
        outgoing = new Outgoing(
                sink, units, checks ? new OutputCheck(stage.policy().name()) : null);
        telemetry = new StreamTelemetry(settings, request.id(), stage);
        watchdog = new Watchdog(settings.patience());
    }

    // ---- what drives it

    /** Makes the state and says that the stream starts; false if it is over by that. */
    boolean start() {
        telemetry.started();
        try {
            PolicyHooks.Context context = new PolicyHooks.Context(this, request, telemetry, units);
            hooks = new PolicyHooks<>(stage.policy(), stage.newState(), this, context, telemetry);
            state = State.OPEN;
        } catch (Throwable e) {
            failed(e);
            return leave();
        }
        enter();
        try {
            hooks.started();
        } catch (Throwable e) {
            thrown(e);
        }
        return leave();
    }

    /** Takes a chunk through all hooks; false if no more is wanted. */
    boolean chunk(StreamChunk chunk) {
        PolicyHooks<S> all = hooks;
        if (state != State.OPEN || all == null) {
            return false;
        }
        enter();
        if (stop == null) {
            chunksIn++;
            try {
                all.notRunning();
                units.read(chunk);
                if (!chunk.unknownFields().isEmpty()) {
                    telemetry.unknownFields(chunk.unknownFields());
                }
                all.chunk(chunk);
            } catch (Throwable e) {
                thrown(e);
            }
        }
        return leave();
    }

    /** Ends the stream, since the upstream has ended by itself. */
    void finish() {
        PolicyHooks<S> all = hooks;
        if (state != State.OPEN || all == null) {
            return;
        }
        upstreamOver = true;
        enter();
        try {
            if (stop == null) {
                outgoing.completing();
                all.completing();
            }
        } catch (Throwable e) {
            thrown(e);
        }
        ask(StreamEvent.Outcome.COMPLETED);
        leave();
    }

    /** Ends the stream, since the upstream has failed. */
    void fail(Throwable error) {
        if (state != State.OPEN || hooks == null) {
            return;
        }
        upstreamOver = true;
        enter();
        hooks.notRunning();
        thrown(error);
        leave();
    }

    /** Ends the stream if a reason was given. */
    void stopNow() {
        if (state == State.OPEN) {
            enter();
            leave();
        }
    }

    /**
     * Gives a reason to stop; the first one counts, but a failure is more than a policy's wish. Safe for any thread.
     */
    synchronized void ask(StreamEvent.Outcome how) {
        boolean worse = stop == StreamEvent.Outcome.TERMINATED && how == StreamEvent.Outcome.FAILED;
        if (stop == null || worse && !isEndCertain()) {
            stop = how;
        }
    }

    private void enter() {
        driver = Thread.currentThread();
        watchdog.enter();
    }

    private boolean leave() {
        watchdog.leave();
        if (watchdog.expired()) {
            expired();
        }
        if (stop != null) {
            end();
        }
        driver = null;
        return state != State.OVER;
    }

    // ---- what was thrown

    private void thrown(Throwable error) {
        Hook hook = hooks == null ? null : hooks.running();
        if (error instanceof StreamContext.TerminateException signal) {
            telemetry.terminated(signal);
            ask(StreamEvent.Outcome.TERMINATED);
        } else if (stop == StreamEvent.Outcome.DISCONNECTED || stop == StreamEvent.Outcome.CANCELLED) {
            unwound(hook, error);
        } else if (error instanceof CancellationException) {
            failure = error;
            stop = StreamEvent.Outcome.CANCELLED;
        } else {
            if (hook != null) {
                telemetry.hookFailed(hook, error);
            }
            failed(error);
        }
    }

    /** Logs the failure of a hook while the stream stops. Exceptions that only report the stop are not logged. */
    private void unwound(@Nullable Hook hook, Throwable error) {
        if (hook != null
                && !(error instanceof StreamContext.ClosedException || error instanceof CancellationException)) {
            telemetry.hookFailed(hook, error);
            telemetry.log(hook.method() + " failed while the stream was stopping", error);
        }
    }

    private void failed(Throwable error) {
        if (failure == null) {
            failure = watchdog.expired() ? Watchdog.timeout(error) : error;
        }
        ask(StreamEvent.Outcome.FAILED);
    }

    // ---- the end

    private void end() {
        state = State.STOPPING;
        if (!upstreamOver) {
            quietly("cancelling the upstream failed", () -> upstream.cancel(Objects.requireNonNull(stop)));
        }
        if (stop == StreamEvent.Outcome.COMPLETED || stop == StreamEvent.Outcome.TERMINATED) {
            release();
        }
        StreamEvent.Outcome how = Objects.requireNonNull(stop);
        units.end(how == StreamEvent.Outcome.TERMINATED);
        state = State.CLOSING;
        lastHooks(how);
        if ((how == StreamEvent.Outcome.COMPLETED || how == StreamEvent.Outcome.TERMINATED)
                && !settings.has(StreamSettings.Flag.SILENCE)
                && !outgoing.hasOutput()) {
            failure = new StreamException(
                    StreamException.Kind.EMPTY_OUTPUT,
                    "the stream has ended, and policy " + stage.policy().name() + " sent nothing");
        }
        state = State.OVER;
        telemetry.closed(how, chunksIn, outgoing.delivered(), failure);
        watchdog.close();
        quietly("closing the output failed", this::closeSink);
    }

    /** Fails the stream after the timeout of a hook, even if the hook returned normally when interrupted. */
    private void expired() {
        if (failure == null) {
            failure = Watchdog.timeout(new InterruptedException());
        }
        ask(StreamEvent.Outcome.FAILED);
    }

    private void release() {
        try {
            outgoing.release(stop == StreamEvent.Outcome.TERMINATED);
        } catch (IOException | UncheckedIOException e) {
            stop = StreamEvent.Outcome.DISCONNECTED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop = StreamEvent.Outcome.CANCELLED;
        } catch (Throwable e) {
            failure = e;
            stop = StreamEvent.Outcome.FAILED;
        }
    }

    private void lastHooks(StreamEvent.Outcome how) {
        PolicyHooks<S> all = hooks;
        if (all == null) {
            return;
        }
        Throwable error = failure;
        if (how == StreamEvent.Outcome.FAILED && error != null) {
            watchdog.enter();
            quietly(Hook.STREAM_ERROR, () -> all.error(error));
            watchdog.leave(); // an interruption of this hook isn't one of the next
        }
        watchdog.enter();
        quietly(Hook.STREAM_CLOSED, all::closed);
        watchdog.leave();
    }

    private void closeSink() throws IOException {
        StreamEvent.Outcome how = Objects.requireNonNull(stop);
        if (failure != null) {
            sink.fail(failure);
        } else if (how == StreamEvent.Outcome.DISCONNECTED) {
            sink.fail(Refusal.of(how));
        } else if (how == StreamEvent.Outcome.CANCELLED) {
            failure = new CancellationException("the stream was cancelled");
            sink.fail(failure);
        } else {
            sink.complete();
        }
    }

    private void quietly(Hook hook, Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            if (!(e instanceof StreamContext.TerminateException)) { // it is over already
                telemetry.lastHookFailed(hook, e, failure);
            }
        }
    }

    /** Runs a step whose failure doesn't change how the stream ended. */
    private void quietly(String what, ThrowingStep step) {
        try {
            step.run();
        } catch (Throwable e) {
            telemetry.log(what, e);
        }
    }

    /** Returns the failure that the caller gets, if the stream has one. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Returns whether more hooks may be called: not after a hook's timeout. */
    boolean goesOn() {
        return stop == null && !watchdog.expired();
    }

    boolean isNew() {
        return state == State.NEW;
    }

    long chunksIn() {
        return chunksIn;
    }

    void signOfLife() {
        watchdog.sign();
    }

    /** Returns how the stream ended; empty before that is certain. */
    Optional<StreamEvent.Outcome> outcome() {
        return isEndCertain() ? Optional.ofNullable(stop) : Optional.empty();
    }

    private boolean isEndCertain() {
        return state == State.CLOSING || state == State.OVER;
    }

    /** Sends for a hook, on the thread that runs it. */
    void send(StreamChunk chunk) {
        if (stop != null) {
            throw Refusal.of(stop);
        }
        if (Thread.currentThread() != driver) {
            throw new IllegalStateException("only the thread that runs a hook can send, while the hook runs");
        }
        watchdog.leave(); // waiting for a slow client doesn't count as silence of the hook
        try {
            outgoing.send(chunk);
        } catch (IOException | UncheckedIOException e) {
            throw stopped(StreamEvent.Outcome.DISCONNECTED, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped(StreamEvent.Outcome.CANCELLED, e);
        } finally {
            watchdog.enter();
        }
    }

    private StreamContext.ClosedException stopped(StreamEvent.Outcome how, Exception cause) {
        ask(how);
        StreamContext.ClosedException closed = Refusal.of(stop);
        closed.initCause(cause);
        return closed;
    }

    void keepalive() {
        watchdog.sign();
        quietly("telling of a keep-alive failed", () -> settings.keepalive().accept(request));
    }
}
