package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamOutcome;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamClosedException;
import dev.toolpolicy.stream.StreamContext;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.TerminateStream;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One stream under one policy. It is <em>new</em>, until started; it <em>goes on</em>, until something gives a reason to stop; then it
 * <em>ends</em>, which runs the last hooks and closes the output, and is <em>over</em>. What gives the reason (a policy, a failure, the client,
 * the service) only says so; the end is always run by the thread that drives the stream, between two hooks.
 *
 * <p>Driven by one thread at a time, through {@link #start}, {@link #chunk}, {@link #finish}, {@link #fail}, {@link #stopNow}; none of them throws.
 * Only {@link #ask} may be called by others.
 */
final class StreamRun<S extends @Nullable Object> implements StreamContext {
    private final EventDrivenPolicy<S> policy;
    private final Stages.StateCheck states;
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
    private volatile @Nullable StreamOutcome stop;
    private volatile @Nullable StreamOutcome outcome;
    private @Nullable Throwable failure;
    private boolean upstreamOver;
    private boolean ending;
    private boolean over;
    private long chunksIn;

    /** The source of the chunks, as far as a stream controls it. */
    interface Upstream {
        /** Cancels the source, with the outcome of the stream that needs no more chunks. */
        void cancel(StreamOutcome how);
    }

    StreamRun(
            EventDrivenPolicy<S> policy,
            Stages.StateCheck states,
            StreamRequest request,
            StreamSettings settings,
            Upstream upstream,
            ChunkSink sink) {
        this.policy = policy;
        this.states = states;
        this.request = request;
        this.settings = settings;
        this.upstream = upstream;
        this.sink = sink;
        units = new CompletionAggregator(settings);
        outgoing = new Outgoing(sink, units, settings.checksOutput() ? new OutputCheck(policy.name()) : null);
        telemetry = new StreamTelemetry(settings, request.id(), policy.name());
        watchdog = Watchdog.of(settings);
    }

    // ---- what drives it

    /** Makes the state and says that the stream starts; false if it is over by that. */
    boolean start() {
        telemetry.started();
        try {
            S state = states.checked(policy.createState());
            hooks = new PolicyHooks<>(policy, state, this, telemetry, units);
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
        if (over || all == null) {
            return false;
        }
        enter();
        if (stop == null) {
            chunksIn++;
            try {
                all.notRunning();
                look(chunk);
                all.chunk(chunk);
            } catch (Throwable e) {
                thrown(e);
            }
        }
        return leave();
    }

    private void look(StreamChunk chunk) {
        units.read(chunk);
        if (!chunk.unknownFields().isEmpty()) {
            telemetry.unknownFields(chunk.unknownFields());
        }
    }

    /** Ends the stream, since the upstream has ended by itself. */
    void finish() {
        PolicyHooks<S> all = hooks;
        if (over || all == null) {
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
        ask(StreamOutcome.COMPLETED);
        leave();
    }

    /** Ends the stream, since the upstream has failed. */
    void fail(Throwable error) {
        if (over || hooks == null) {
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
        if (!over && hooks != null) {
            enter();
            leave();
        }
    }

    /** Gives a reason to stop; the first one counts, but a failure is more than a policy's wish. Safe for any thread. */
    synchronized void ask(StreamOutcome how) {
        if (stop == null || stop == StreamOutcome.TERMINATED && how == StreamOutcome.FAILED) {
            stop = how;
        }
    }

    private void enter() {
        driver = Thread.currentThread();
        watchdog.enter();
    }

    private boolean leave() {
        watchdog.leave();
        if (watchdog.expired() && !ending) {
            expired();
        }
        if (stop != null && !ending) {
            end();
        }
        driver = null;
        return !over;
    }

    // ---- what was thrown

    private void thrown(Throwable error) {
        Hook hook = hooks == null ? null : hooks.running();
        if (error instanceof TerminateStream) {
            ask(StreamOutcome.TERMINATED);
        } else if (stop == StreamOutcome.DISCONNECTED || stop == StreamOutcome.CANCELLED) {
            unwound(hook, error);
        } else if (error instanceof CancellationException) {
            failure = error;
            stop = StreamOutcome.CANCELLED;
        } else {
            if (hook != null) {
                telemetry.hookFailed(hook, error);
            }
            failed(error);
        }
    }

    /** Logs the failure of a hook while the stream stops. Exceptions that only report the stop are not logged. */
    private void unwound(@Nullable Hook hook, Throwable error) {
        if (hook != null && !(error instanceof StreamClosedException || error instanceof CancellationException)) {
            telemetry.hookFailed(hook, error);
            telemetry.log(hook.method() + " failed while the stream was stopping", error);
        }
    }

    private void failed(Throwable error) {
        if (failure == null) {
            failure = watchdog.expired() ? Watchdog.timeout(error) : error;
        }
        ask(StreamOutcome.FAILED);
    }

    // ---- the end

    private void end() {
        ending = true;
        if (!upstreamOver) {
            quietly("cancelling the upstream failed", () -> upstream.cancel(Objects.requireNonNull(stop)));
        }
        if (stop == StreamOutcome.COMPLETED || stop == StreamOutcome.TERMINATED) {
            release();
        }
        StreamOutcome how = Objects.requireNonNull(stop);
        units.end(how == StreamOutcome.TERMINATED);
        outcome = how;
        lastHooks(how);
        if ((how == StreamOutcome.COMPLETED || how == StreamOutcome.TERMINATED)
                && !settings.allowsEmptyOutput()
                && !outgoing.hasOutput()) {
            failure = new StreamException(
                    StreamException.Kind.EMPTY_OUTPUT,
                    "the stream has ended, and policy " + policy.name() + " sent nothing");
        }
        over = true;
        telemetry.closed(how, chunksIn, outgoing.delivered(), failure);
        watchdog.close();
        quietly("closing the output failed", this::closeSink);
    }

    /** Fails the stream after the timeout of a hook, even if the hook returned normally when interrupted. */
    private void expired() {
        if (failure == null) {
            failure = Watchdog.timeout(new InterruptedException());
        }
        ask(StreamOutcome.FAILED);
    }

    private void release() {
        try {
            outgoing.release(stop == StreamOutcome.TERMINATED);
        } catch (IOException | UncheckedIOException e) {
            stop = StreamOutcome.DISCONNECTED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stop = StreamOutcome.CANCELLED;
        } catch (Throwable e) {
            failure = e;
            stop = StreamOutcome.FAILED;
        }
    }

    private void lastHooks(StreamOutcome how) {
        PolicyHooks<S> all = hooks;
        if (all == null) {
            return;
        }
        Throwable error = failure;
        if (how == StreamOutcome.FAILED && error != null) {
            watchdog.enter();
            quietly(Hook.STREAM_ERROR, () -> all.error(error));
        }
        watchdog.enter();
        quietly(Hook.STREAM_CLOSED, all::closed);
        watchdog.leave();
    }

    private void closeSink() throws IOException {
        StreamOutcome how = Objects.requireNonNull(outcome);
        if (failure != null) {
            sink.fail(failure);
        } else if (how == StreamOutcome.DISCONNECTED) {
            sink.fail(Refusal.of(how));
        } else if (how == StreamOutcome.CANCELLED) {
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
            if (!(e instanceof TerminateStream)) { // it is over already
                telemetry.hookFailed(hook, e);
                telemetry.log(hook.method() + " failed", e);
            }
        }
    }

    /** Runs a step whose failure doesn't change how the stream ended. */
    private void quietly(String what, LastStep step) {
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

    boolean isOver() {
        return over;
    }

    /** Returns whether more hooks may be called: not after a hook's timeout. */
    boolean goesOn() {
        return stop == null && !watchdog.expired();
    }

    boolean isNew() {
        return hooks == null && !over;
    }

    long chunksIn() {
        return chunksIn;
    }

    void signOfLife() {
        watchdog.sign();
    }

    // ---- what hooks can do

    @Override
    public StreamRequest request() {
        return request;
    }

    @Override
    public void send(StreamChunk chunk) {
        Objects.requireNonNull(chunk, "chunk");
        if (stop != null || ending) {
            throw Refusal.of(stop);
        }
        if (Thread.currentThread() != driver) {
            throw new IllegalStateException("only the thread that runs a hook can send, while the hook runs");
        }
        watchdog.leave(); // waiting for a slow client doesn't count as silence of the hook
        try {
            outgoing.send(chunk);
        } catch (IOException | UncheckedIOException e) {
            throw stopped(StreamOutcome.DISCONNECTED, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped(StreamOutcome.CANCELLED, e);
        } finally {
            watchdog.enter();
        }
    }

    private StreamClosedException stopped(StreamOutcome how, Exception cause) {
        ask(how);
        StreamClosedException closed = Refusal.of(stop);
        closed.initCause(cause);
        return closed;
    }

    @Override
    public void emit(String type, Map<String, String> details) {
        telemetry.emitted(type, details);
    }

    @Override
    public void terminate() {
        ask(StreamOutcome.TERMINATED);
    }

    @Override
    public void keepalive() {
        watchdog.sign();
        quietly("telling of a keep-alive failed", () -> settings.keepalive().accept(request));
    }

    @Override
    public Optional<StreamOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    @Override
    public StreamContext.Completions completions() {
        return units;
    }
}
