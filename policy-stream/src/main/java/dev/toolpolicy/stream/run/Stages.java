package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.EventDrivenPolicy;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One stream under all policies of a runner: what one sends is the next one's input. A policy that ends the stream
 * well, or fails, ends those after it, as their upstream; those before it are cancelled, as their output is no longer
 * wanted.
 */
final class Stages {
    /** Limits the names of unknown fields that are kept, since a model's provider can invent them. */
    static final int MOST_FIELDS = 1_000;

    private final List<StreamRun<?>> runs;
    private boolean started;

    private Stages(List<StreamRun<?>> runs) {
        this.runs = runs;
    }

    static Stages of(
            List<Stage<?>> policies,
            StreamRequest request,
            StreamSettings settings,
            ChunkSink client,
            Runnable cancelUpstream) {
        List<StreamRun<?>> runs = new ArrayList<>(policies.size());
        ChunkSink sink = settings.heartbeat() == null ? client : new HeartbeatSink(client, settings.heartbeat());
        for (int i = policies.size() - 1; i >= 0; i--) {
            int above = i - 1;
            StreamRun.Upstream upstream =
                    i == 0 ? how -> cancelUpstream.run() : how -> cancel(runs.get(above), how, cancelUpstream);
            StreamRun<?> run = new StreamRun<>(policies.get(i), request, settings, upstream, sink);
            runs.add(0, run);
            sink = new Link(run);
        }
        return new Stages(runs);
    }

    /**
     * Cancels a policy whose output is no longer wanted. A policy that hasn't started never will, so the response is
     * cancelled here.
     */
    private static void cancel(StreamRun<?> above, StreamEvent.Outcome below, Runnable cancelUpstream) {
        above.ask(
                below == StreamEvent.Outcome.DISCONNECTED
                        ? StreamEvent.Outcome.DISCONNECTED
                        : StreamEvent.Outcome.CANCELLED);
        if (above.isNew()) {
            cancelUpstream.run();
        }
    }

    /**
     * Starts all policies, the last one first, since the others send to it. Those before one that is over never start.
     */
    boolean start() {
        for (int i = runs.size() - 1; i >= 0; i--) {
            if (!runs.get(i).start()) {
                return false;
            }
        }
        started = true;
        return true;
    }

    boolean chunk(StreamChunk chunk) {
        return runs.get(0).chunk(chunk) && started;
    }

    void finish() {
        runs.get(0).finish();
    }

    void fail(Throwable error) {
        runs.get(0).fail(error);
    }

    /** Gives all a reason to stop; safe for any thread. */
    void ask(StreamEvent.Outcome how) {
        runs.forEach(run -> run.ask(how));
    }

    /** Ends all, if a reason was given; by the driving thread. */
    void stopNow() {
        runs.forEach(StreamRun::stopNow);
    }

    /** Returns the failure, if there is one. */
    @Nullable
    Throwable failure() {
        Throwable cancellation = null;
        for (StreamRun<?> run : runs) {
            Throwable failure = run.failure();
            boolean failed =
                    run.outcome().filter(StreamEvent.Outcome.FAILED::equals).isPresent();
            if (failure != null && (failed || !(failure instanceof CancellationException))) {
                return failure;
            }
            cancellation = cancellation == null ? failure : cancellation;
        }
        StreamEvent.Outcome how = outcome();
        return how == StreamEvent.Outcome.CANCELLED ? cancellation : null;
    }

    /** Returns the outcome of the whole stream: the gravest of the policies' outcomes. */
    StreamEvent.Outcome outcome() {
        List<StreamEvent.Outcome> all =
                runs.stream().flatMap(run -> run.outcome().stream()).toList();
        for (StreamEvent.Outcome how : List.of(
                StreamEvent.Outcome.FAILED,
                StreamEvent.Outcome.DISCONNECTED,
                StreamEvent.Outcome.TERMINATED,
                StreamEvent.Outcome.CANCELLED)) {
            if (all.contains(how)) {
                return how;
            }
        }
        return StreamEvent.Outcome.COMPLETED;
    }

    /** Returns the outcome, or throws the failure unchanged. */
    StreamEvent.Outcome result() {
        Throwable failure = failure();
        if (failure != null) {
            UserCode.<RuntimeException>throwAsIs(failure);
        }
        return outcome();
    }

    /** The output of a policy, as the input of the next. */
    private record Link(StreamRun<?> next) implements ChunkSink {
        @Override
        public void accept(StreamChunk chunk) throws IOException {
            if (!next.chunk(chunk)
                    && next.outcome()
                            .filter(StreamEvent.Outcome.DISCONNECTED::equals)
                            .isPresent()) {
                throw new IOException("the client has left");
            }
        }

        @Override
        public void complete() {
            next.finish();
        }

        @Override
        public void fail(Throwable error) {
            next.fail(error);
        }
    }

    /** A policy, and the memory that its streams share. */
    static final class Stage<S extends @Nullable Object> {
        private final EventDrivenPolicy<S> policy;
        private final Set<String> fields = new HashSet<>();
        private final AtomicReference<WeakReference<@Nullable Object>> last =
                new AtomicReference<>(new WeakReference<>(null));

        Stage(EventDrivenPolicy<S> policy) {
            this.policy = Objects.requireNonNull(policy, "policy");
        }

        EventDrivenPolicy<S> policy() {
            return policy;
        }

        /** Returns whether no stream had an unknown field of this name. After too many names it says no. */
        synchronized boolean isNewField(String name) {
            return fields.size() < MOST_FIELDS && fields.add(name);
        }

        /** Creates the state of a stream. Refuses a policy that hands out one for several streams: they would mix. */
        S newState() {
            S state = policy.createState();
            if (state != null) {
                WeakReference<@Nullable Object> before = last.getAndSet(new WeakReference<>(state));
                if (before.refersTo(state)) {
                    throw new IllegalStateException(
                            "createState must make a new object for each stream, or return null, but returned one"
                                    + " again");
                }
            }
            return state;
        }
    }
}
