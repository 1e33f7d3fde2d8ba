package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.internal.text.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An event of a response's stream under one policy. Each policy of a chain has its own events. A closed family of
 * immutable values, in the order in which they happened.
 */
public sealed interface StreamEvent {

    /**
     * The origin of an event.
     *
     * @param time the time by the engine's clock
     * @param stream the service's id of the request whose response streams
     * @param policy the policy's name
     */
    record Origin(Instant time, String stream, String policy) {}

    /** Returns the origin of the event. */
    Origin origin();

    /** Returns the time of the event, by the engine's clock. */
    default Instant time() {
        return origin().time();
    }

    /** Returns the service's id of the request whose response streams. */
    default String stream() {
        return origin().stream();
    }

    /** Returns the name of the policy. */
    default String policy() {
        return origin().policy();
    }

    /**
     * An event: the stream starts.
     *
     * @param origin the origin
     */
    record Started(Origin origin) implements StreamEvent {}

    /**
     * An event: a hook was called. Sent only if tracing is on.
     *
     * @param origin the origin
     * @param hook the hook's method
     * @param chunk the number of chunks received so far
     */
    record HookCalled(Origin origin, String hook, long chunk) implements StreamEvent {}

    /**
     * An event: a hook threw something other than the signal that ends a stream.
     *
     * @param origin the origin
     * @param hook the hook's method
     * @param error the exception
     */
    record HookFailed(Origin origin, String hook, Throwable error) implements StreamEvent {
        @Override
        public String toString() {
            return VisibleText.line("HookFailed[origin=" + origin + ", hook=" + hook + ", error=" + error + "]");
        }
    }

    /**
     * An event: a chunk has fields that its adapter doesn't know. Sent once for each name of a stream, up to 1,000 names.
     *
     * @param origin the origin
     * @param fields the names that no earlier chunk of the stream had
     */
    record UnknownFields(Origin origin, Set<String> fields) implements StreamEvent {
        /** Copies the names. */
        public UnknownFields {
            fields = Collections.unmodifiableSet(new TreeSet<>(fields));
        }

        @Override
        public String toString() {
            return VisibleText.line("UnknownFields[origin=" + origin + ", fields=" + fields + "]");
        }
    }

    /**
     * An event: a hook emitted something.
     *
     * @param origin the origin
     * @param type the type of the event
     * @param details the details, by name
     */
    record Emitted(Origin origin, String type, Map<String, JsonNode> details) implements StreamEvent {
        /** Copies the details. */
        public Emitted {
            Map<String, JsonNode> copy = new LinkedHashMap<>();
            details.forEach((name, value) -> copy.put(name, value.deepCopy()));
            details = Collections.unmodifiableMap(copy);
        }

        @Override
        public String toString() {
            return VisibleText.line("Emitted[origin=" + origin + ", type=" + type + ", details=" + details + "]");
        }
    }

    /**
     * An event: the stream is over. Sent exactly once, as the last event.
     *
     * @param origin origin
     * @param outcome the way it ended
     * @param chunksIn the number of chunks received
     * @param chunksOut the number of chunks delivered
     * @param duration the time since the start
     * @param error the exception of a hook or of the upstream, or the report that a completed or terminated stream sent nothing; empty if there was neither
     * @param reason the reason that a policy gave for the end; only for {@link Outcome#TERMINATED}
     * @param lastErrors the exceptions of the error hook and the closed hook, which don't replace {@link #error()}
     */
    record Closed(
            Origin origin,
            Outcome outcome,
            long chunksIn,
            long chunksOut,
            Duration duration,
            Optional<Throwable> error,
            Optional<String> reason,
            List<Throwable> lastErrors)
            implements StreamEvent {
        /**
         * Creates the end of a stream without chunks.
         *
         * @param origin the origin
         * @param outcome the way it ended
         */
        public Closed(Origin origin, Outcome outcome) {
            this(origin, outcome, 0, 0, Duration.ZERO, Optional.empty(), Optional.empty(), List.of());
        }

        /** Copies the components. */
        public Closed {
            lastErrors = List.copyOf(lastErrors);
        }

        /**
         * Returns this event with the counts of the stream.
         *
         * @param chunksIn the number of chunks received
         * @param chunksOut the number of chunks delivered
         * @param duration the time since the start
         */
        public Closed withCounts(long chunksIn, long chunksOut, Duration duration) {
            return new Closed(origin, outcome, chunksIn, chunksOut, duration, error, reason, lastErrors);
        }

        /**
         * Returns this event with an error.
         *
         * @param error the exception of a hook or of the upstream, or the report that a completed or terminated stream
         *     sent nothing; empty if there was neither
         */
        public Closed withError(Optional<Throwable> error) {
            return new Closed(origin, outcome, chunksIn, chunksOut, duration, error, reason, lastErrors);
        }

        /**
         * Returns this event with a reason.
         *
         * @param reason the reason of the {@link dev.toolpolicy.stream.StreamContext.TerminateException} that ended the
         *     stream; empty if it ended in another way, or gave none
         */
        public Closed withReason(Optional<String> reason) {
            return new Closed(origin, outcome, chunksIn, chunksOut, duration, error, reason, lastErrors);
        }

        /**
         * Returns this event with the errors of the last hooks.
         *
         * @param lastErrors the exceptions of the error hook and the closed hook, in this order
         */
        public Closed withLastErrors(List<Throwable> lastErrors) {
            return new Closed(origin, outcome, chunksIn, chunksOut, duration, error, reason, lastErrors);
        }

        @Override
        public String toString() {
            return VisibleText.line("Closed[origin=" + origin + ", outcome=" + outcome + ", chunksIn=" + chunksIn
                    + ", chunksOut=" + chunksOut + ", duration=" + duration + ", error=" + error + ", reason="
                    + reason + ", lastErrors=" + lastErrors + "]");
        }
    }

    /** The way in which a response's stream ended. */
    enum Outcome {
        /** The upstream ended by itself, and all hooks were called. */
        COMPLETED,
        /** A policy ended the stream. */
        TERMINATED,
        /** A hook or the upstream failed. */
        FAILED,
        /** The client left. */
        DISCONNECTED,
        /** The service, or another policy of the chain, ended the stream. */
        CANCELLED
    }

    /**
     * A listener for streams under stream policies: for logs and metrics.
     *
     * <p>The runner calls it on the thread that drives the stream. It should return quickly. An exception from it is
     * logged and changes nothing; the other listeners are still called.
     */
    @FunctionalInterface
    interface Listener {

        /** Receives an event. */
        void onStreamEvent(StreamEvent event);
    }
}
