package dev.toolpolicy.stream.run;

import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.stream.StreamRequest;
import dev.toolpolicy.stream.sink.ChunkSink;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings of a runner. Immutable; shared by all streams of a runner. */
public final class StreamSettings {
    private static final StreamSettings DEFAULTS =
            new StreamSettings(64L << 20, Set.of(), List.of(), request -> {}, null, null);

    private final long text;
    private final Set<Flag> flags;
    private final List<Consumer<? super StreamEvent>> listeners;
    private final Consumer<? super StreamRequest> keepalive;
    private final @Nullable Beat heartbeat;
    private final @Nullable Beat patience;

    /** The settings that are on or off. */
    enum Flag {
        DEFERRING,
        CHOICES,
        SILENCE,
        TRACES,
        COMPLETE,
        CHECKING
    }

    /**
     * A repeated action.
     *
     * @param every the time between two
     * @param timer the scheduler that runs it
     */
    record Beat(Duration every, ScheduledExecutorService timer) {
        Beat {
            Objects.requireNonNull(timer, "timer");
            if (every.isNegative() || every.isZero()) {
                throw new IllegalArgumentException("the time must be positive, was " + every);
            }
        }

        ScheduledFuture<?> start(Runnable action) {
            long nanos = every.toNanos();
            return timer.scheduleAtFixedRate(action, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private StreamSettings(
            long text,
            Set<Flag> flags,
            List<Consumer<? super StreamEvent>> listeners,
            Consumer<? super StreamRequest> keepalive,
            @Nullable Beat heartbeat,
            @Nullable Beat patience) {
        this.text = text;
        this.flags = flags;
        this.listeners = listeners;
        this.keepalive = keepalive;
        this.heartbeat = heartbeat;
        this.patience = patience;
    }

    private StreamSettings with(Flag flag) {
        Set<Flag> all = EnumSet.of(flag);
        all.addAll(flags);
        return new StreamSettings(text, all, listeners, keepalive, heartbeat, patience);
    }

    /**
     * Returns the defaults: one choice, at most 64 Mi characters, calls complete when the next one starts, no
     * listeners, no timers.
     *
     * @return the settings
     */
    public static StreamSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Limits the size of a response, which is kept until its end.
     *
     * @param characters the most characters in all its texts, calls' names and arguments; with more the stream fails by
     *     {@link StreamException.Kind#LIMIT}
     * @return settings with that
     * @throws IllegalArgumentException if it isn't positive
     */
    public StreamSettings withText(long characters) {
        if (characters <= 0) {
            throw new IllegalArgumentException("the limit of a response's text must be positive, was " + characters);
        }
        return new StreamSettings(characters, flags, listeners, keepalive, heartbeat, patience);
    }

    /**
     * Completes all calls of a response only at its finish, so that their deltas may interleave. Without this a delta
     * for a call that isn't the latest is an error of the upstream.
     *
     * @return settings with that
     */
    public StreamSettings deferringCalls() {
        return with(Flag.DEFERRING);
    }

    /**
     * Allows responses with several choices. Policies must then look at the {@code choice()} of chunks and units.
     *
     * @return settings with that
     */
    public StreamSettings allowingChoices() {
        return with(Flag.CHOICES);
    }

    /**
     * Allows streams that end well without any output: for services whose clients are notified of the end in any case,
     * as subscribers are.
     *
     * @return settings with that
     */
    public StreamSettings allowingEmptyOutput() {
        return with(Flag.SILENCE);
    }

    /**
     * Sets the listeners of streams.
     *
     * @param listeners the listeners, notified in this order
     * @return settings with that
     */
    public StreamSettings withListeners(List<? extends Consumer<? super StreamEvent>> listeners) {
        return new StreamSettings(text, flags, List.copyOf(listeners), keepalive, heartbeat, patience);
    }

    /**
     * Notifies listeners of each call of a hook.
     *
     * @return settings with that
     */
    public StreamSettings tracingHooks() {
        return with(Flag.TRACES);
    }

    /**
     * Checks what each policy sends, so that a policy that contradicts itself fails where it does: content after the
     * finish (other than from {@code onStreamCompleting}), a second finish, arguments before a name, an index that goes
     * back, a role that changes. The stream fails by {@link StreamException.Kind#OUTPUT}, and the message names the
     * policy. For tests of policies.
     *
     * @return settings with that
     */
    public StreamSettings checkingOutput() {
        return with(Flag.CHECKING);
    }

    /** Returns the settings for a complete response: each entry of a list of calls is a separate call. */
    StreamSettings readingCompleteResponses() {
        return with(Flag.COMPLETE);
    }

    /**
     * Sets the receiver of signs of life of a hook, which keeps a connection or a watchdog of the service alive.
     *
     * @param receiver gets the request, on the thread that calls {@code keepalive}; what it throws is logged
     * @return settings with that
     */
    public StreamSettings onKeepalive(Consumer<? super StreamRequest> receiver) {
        Objects.requireNonNull(receiver, "receiver");
        return new StreamSettings(text, flags, listeners, receiver, heartbeat, patience);
    }

    /**
     * Sends clients a {@linkplain ChunkSink#heartbeat heartbeat} whenever they have got nothing for a while.
     *
     * @param interval the longest silence before a heartbeat
     * @param timer the scheduler for heartbeats; the caller must shut it down
     * @return settings with that
     * @throws IllegalArgumentException if the time isn't positive
     */
    public StreamSettings withHeartbeats(Duration interval, ScheduledExecutorService timer) {
        return new StreamSettings(text, flags, listeners, keepalive, new Beat(interval, timer), patience);
    }

    /**
     * Limits the silence of hooks. A hook that neither returns nor calls {@code keepalive} in time has its thread
     * interrupted, and the stream fails. The closed hook too is interrupted, but that only is logged.
     *
     * @param limit how long a hook may be silent; it is noticed after at most twice that
     * @param timer the scheduler that watches; the caller must shut it down
     * @return settings with that
     * @throws IllegalArgumentException if the time isn't positive
     */
    public StreamSettings withPatience(Duration limit, ScheduledExecutorService timer) {
        return new StreamSettings(text, flags, listeners, keepalive, heartbeat, new Beat(limit, timer));
    }

    long text() {
        return text;
    }

    boolean has(Flag flag) {
        return flags.contains(flag);
    }

    List<Consumer<? super StreamEvent>> listeners() {
        return listeners;
    }

    Consumer<? super StreamRequest> keepalive() {
        return keepalive;
    }

    @Nullable
    Beat heartbeat() {
        return heartbeat;
    }

    @Nullable
    Beat patience() {
        return patience;
    }
}
