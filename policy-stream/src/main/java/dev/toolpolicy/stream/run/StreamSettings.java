package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamListener;
import dev.toolpolicy.stream.StreamRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a runner treats its streams. Immutable; shared by all streams of a runner. */
public final class StreamSettings {
    private static final StreamSettings DEFAULTS =
            new StreamSettings(64L << 20, false, false, false, List.of(), false, request -> {}, null, null);

    private final long text;
    private final boolean deferring;
    private final boolean choices;
    private final boolean silence;
    private final List<StreamListener> listeners;
    private final boolean traces;
    private final Consumer<? super StreamRequest> keepalive;
    private final @Nullable Beat heartbeat;
    private final @Nullable Beat patience;

    /** Something that is done again and again. */
    record Beat(Duration every, ScheduledExecutorService timer) {
        Beat {
            Objects.requireNonNull(timer, "timer");
            if (every.isNegative() || every.isZero()) {
                throw new IllegalArgumentException("the time must be positive, was " + every);
            }
        }
    }

    private StreamSettings(
            long text, boolean deferring, boolean choices, boolean silence, List<StreamListener> listeners, boolean traces,
            Consumer<? super StreamRequest> keepalive, @Nullable Beat heartbeat, @Nullable Beat patience) {
        this.text = text;
        this.deferring = deferring;
        this.choices = choices;
        this.silence = silence;
        this.listeners = listeners;
        this.traces = traces;
        this.keepalive = keepalive;
        this.heartbeat = heartbeat;
        this.patience = patience;
    }

    /**
     * One choice a response of at most 64 Mi characters, calls complete as soon as the next starts, nobody listens, no timers.
     *
     * @return the settings
     */
    public static StreamSettings defaults() {
        return DEFAULTS;
    }

    /**
     * How much a response may hold, since all of it is kept until its end.
     *
     * @param most so many characters in all its texts, calls' names and arguments; with more the stream fails by
     *     {@link StreamException.Kind#LIMIT}
     * @return settings with that
     * @throws IllegalArgumentException if it isn't positive
     */
    public StreamSettings withText(long most) {
        if (most <= 0) {
            throw new IllegalArgumentException("the limit of a response's text must be positive, was " + most);
        }
        return new StreamSettings(most, deferring, choices, silence, listeners, traces, keepalive, heartbeat, patience);
    }

    /**
     * All calls of a response are complete at its finish only, so that their deltas may interleave. Without this a delta for
     * a call that isn't the latest is an error of the upstream.
     *
     * @return settings with that
     */
    public StreamSettings deferringCalls() {
        return new StreamSettings(text, true, choices, silence, listeners, traces, keepalive, heartbeat, patience);
    }

    /**
     * Responses may have several choices. Policies must then look at {@code choice()} of what they get.
     *
     * @return settings with that
     */
    public StreamSettings allowingChoices() {
        return new StreamSettings(text, deferring, true, silence, listeners, traces, keepalive, heartbeat, patience);
    }

    /**
     * A stream that ends well without any output is no error: for services whose clients are told of the end in any case, as
     * subscribers are.
     *
     * @return settings with that
     */
    public StreamSettings allowingEmptyOutput() {
        return new StreamSettings(text, deferring, choices, true, listeners, traces, keepalive, heartbeat, patience);
    }

    /**
     * Who hears of streams.
     *
     * @param all the listeners, told in this order
     * @return settings with that
     */
    public StreamSettings heardBy(List<? extends StreamListener> all) {
        return new StreamSettings(text, deferring, choices, silence, List.copyOf(all), traces, keepalive, heartbeat, patience);
    }

    /**
     * Listeners hear of every single hook that is called.
     *
     * @return settings with that
     */
    public StreamSettings tracingHooks() {
        return new StreamSettings(text, deferring, choices, silence, listeners, true, keepalive, heartbeat, patience);
    }

    /**
     * Who is told that a hook is still at work: what keeps a connection or a watchdog of the service alive.
     *
     * @param told gets the request, on the thread that calls {@code keepalive}; what it throws is logged
     * @return settings with that
     */
    public StreamSettings onKeepalive(Consumer<? super StreamRequest> told) {
        Objects.requireNonNull(told, "told");
        return new StreamSettings(text, deferring, choices, silence, listeners, traces, told, heartbeat, patience);
    }

    /**
     * Clients get a {@linkplain ChunkSink#heartbeat heartbeat} whenever they have got nothing for a while.
     *
     * @param every the while
     * @param timer runs the heartbeats; the service's own, and it ends it
     * @return settings with that
     * @throws IllegalArgumentException if the time isn't positive
     */
    public StreamSettings withHeartbeats(Duration every, ScheduledExecutorService timer) {
        return new StreamSettings(
                text, deferring, choices, silence, listeners, traces, keepalive, new Beat(every, timer), patience);
    }

    /**
     * A hook that gives no sign of life for too long, neither by returning nor by {@code keepalive}, has its thread interrupted,
     * and the stream fails. The closed hook too is interrupted, but that only is logged.
     *
     * @param longest how long a hook may be silent; it is noticed after at most twice that
     * @param timer watches; the service's own, and it ends it
     * @return settings with that
     * @throws IllegalArgumentException if the time isn't positive
     */
    public StreamSettings withPatience(Duration longest, ScheduledExecutorService timer) {
        return new StreamSettings(
                text, deferring, choices, silence, listeners, traces, keepalive, heartbeat, new Beat(longest, timer));
    }

    long text() {
        return text;
    }

    boolean defersCalls() {
        return deferring;
    }

    boolean allowsChoices() {
        return choices;
    }

    boolean allowsEmptyOutput() {
        return silence;
    }

    List<StreamListener> listeners() {
        return listeners;
    }

    boolean traces() {
        return traces;
    }

    Consumer<? super StreamRequest> keepalive() {
        return keepalive;
    }

    @Nullable Beat heartbeat() {
        return heartbeat;
    }

    @Nullable Beat patience() {
        return patience;
    }
}
