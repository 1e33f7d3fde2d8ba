package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamChunk;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A stream between a publisher and a subscriber. All signals of the two only leave word; the thread that leaves the
 * first word does the work for all, until there is none left. So nothing runs twice at once, and signals from within
 * signals don't nest. (The queue-drain of reactive libraries.)
 *
 * <p>One chunk is asked for at a time, when the subscriber wants more than there is. So what waits here is what one
 * chunk made the policies send.
 */
final class StreamProcessor implements Flow.Processor<StreamChunk, StreamChunk>, Flow.Subscription, ChunkSink {
    private static final Flow.Subscription NOTHING = new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    /** The state of the work. Only the thread that does the work reads and changes it. */
    private enum State {
        /** No publisher has come. */
        NEW,
        /** The policies can take a chunk, and none was requested. */
        IDLE,
        /** A chunk was requested and has not arrived. */
        REQUESTED,
        /** The policies are done; what they sent is delivered as the subscriber wants it. */
        OVER,
        /** The subscriber knows the end. */
        DONE
    }

    private final Stages stages;
    private final AtomicInteger words = new AtomicInteger();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicReference<Flow.@Nullable Subscription> publisher = new AtomicReference<>();
    private final AtomicReference<Flow.@Nullable Subscriber<? super StreamChunk>> subscriber = new AtomicReference<>();
    private final AtomicReference<@Nullable StreamChunk> arrived = new AtomicReference<>();
    private volatile boolean ready;
    private volatile boolean cancelled;
    private volatile boolean upstreamOver;
    private volatile @Nullable Throwable upstreamFailure;
    private volatile @Nullable IllegalArgumentException badRequest;

    // Of the thread that does the work:
    private final Deque<StreamChunk> sent = new ArrayDeque<>();
    private State state = State.NEW;
    private @Nullable Throwable failure;

    StreamProcessor(StreamRunner runner, StreamRequest request) {
        stages = runner.stages(request, this, this::cancelPublisher);
    }

    private void cancelPublisher() {
        Flow.Subscription source = publisher.get();
        if (source != null) {
            source.cancel();
        }
    }

    // ---- the publisher's signals

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        if (publisher.compareAndSet(null, subscription)) {
            work();
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(StreamChunk chunk) {
        Objects.requireNonNull(chunk, "chunk");
        if (!arrived.compareAndSet(null, chunk)) {
            upstreamFailure = new IllegalStateException("the publisher sent more than was asked for");
        }
        work();
    }

    @Override
    public void onError(Throwable error) {
        upstreamFailure = Objects.requireNonNull(error, "error");
        work();
    }

    @Override
    public void onComplete() {
        upstreamOver = true;
        work();
    }

    // ---- the subscriber's signals

    @Override
    public void subscribe(Flow.Subscriber<? super StreamChunk> wanted) {
        Objects.requireNonNull(wanted, "subscriber");
        if (!subscriber.compareAndSet(null, wanted)) {
            wanted.onSubscribe(NOTHING);
            wanted.onError(new IllegalStateException("a stream has one subscriber"));
            return;
        }
        wanted.onSubscribe(this);
        ready = true;
        work();
    }

    @Override
    public void request(long n) {
        if (n <= 0) {
            badRequest = new IllegalArgumentException("the rules of reactive streams (3.9) want n > 0, was " + n);
        } else {
            demand.getAndUpdate(before -> before + n < 0 ? Long.MAX_VALUE : before + n);
        }
        work();
    }

    @Override
    public void cancel() {
        cancelled = true;
        stages.ask(StreamEvent.Outcome.DISCONNECTED);
        work();
    }

    // ---- the work

    private void work() {
        if (words.getAndIncrement() != 0) {
            return;
        }
        int heard = 1;
        do {
            turn();
            heard = words.addAndGet(-heard);
        } while (heard != 0);
    }

    private void turn() {
        if (state == State.NEW && publisher.get() != null) {
            state = stages.start() ? State.IDLE : State.OVER;
        }
        if (isOpen()) {
            advance();
        }
        deliver();
    }

    private boolean isOpen() {
        return state == State.IDLE || state == State.REQUESTED;
    }

    private void advance() {
        if (badRequest != null) {
            state = State.OVER;
            stages.fail(badRequest);
            cancelPublisher();
        } else if (cancelled) {
            state = State.OVER;
            stages.stopNow();
        } else {
            take();
        }
    }

    private void take() {
        StreamChunk chunk = arrived.getAndSet(null);
        if (chunk != null) {
            state = stages.chunk(chunk) ? State.IDLE : State.OVER;
        }
        Throwable error = upstreamFailure;
        if (isOpen() && error != null) {
            state = State.OVER;
            stages.fail(error);
        } else if (isOpen() && upstreamOver) {
            state = State.OVER;
            stages.finish();
        }
    }

    private void deliver() {
        Flow.Subscriber<? super StreamChunk> to = subscriber.get();
        if (to == null || !ready) {
            return;
        }
        if (cancelled) {
            sent.clear();
            subscriber.set(Forgotten.INSTANCE);
            return;
        }
        while (!sent.isEmpty() && demand.get() > 0 && !cancelled) {
            demand.updateAndGet(before -> before == Long.MAX_VALUE ? before : before - 1);
            to.onNext(sent.remove());
        }
        if (state == State.OVER && !cancelled && (sent.isEmpty() || badRequest != null)) {
            state = State.DONE;
            tellEnd(to);
        } else if (state == State.IDLE && !cancelled && sent.isEmpty() && demand.get() > 0) {
            ask();
        }
    }

    private void ask() {
        Flow.Subscription source = publisher.get();
        if (source != null && !upstreamOver) {
            state = State.REQUESTED;
            source.request(1);
        }
    }

    private void tellEnd(Flow.Subscriber<? super StreamChunk> to) {
        Throwable error = failure;
        if (error == null) {
            to.onComplete();
        } else {
            to.onError(error);
        }
    }

    // ---- what the policies send

    @Override
    public void accept(StreamChunk chunk) {
        sent.add(chunk);
    }

    @Override
    public void complete() {}

    @Override
    public void fail(Throwable error) {
        failure = error;
    }

    /** In the place of a subscriber that has cancelled, so that it can be collected (rule 3.13). */
    private enum Forgotten implements Flow.Subscriber<StreamChunk> {
        INSTANCE;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {}

        @Override
        public void onNext(StreamChunk chunk) {}

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onComplete() {}
    }
}
