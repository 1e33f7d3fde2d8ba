package dev.toolpolicy.event;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
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
     * Returns the time of the event.
     *
     * @return the time by the engine's clock
     */
    Instant time();

    /**
     * Returns the id of the request whose response streams.
     *
     * @return the service's id of the request
     */
    String stream();

    /**
     * Returns the policy of the event.
     *
     * @return the policy's name
     */
    String policy();

    /**
     * An event: the stream starts.
     *
     * @param time the time
     * @param stream the request's id
     * @param policy the policy's name
     */
    record Started(Instant time, String stream, String policy) implements StreamEvent {}

    /**
     * An event: a hook was called. Sent only if tracing is on.
     *
     * @param time the time
     * @param stream the request's id
     * @param policy the policy's name
     * @param hook the hook's method
     * @param chunk the number of chunks received so far
     */
    record HookCalled(Instant time, String stream, String policy, String hook, long chunk) implements StreamEvent {}

    /**
     * An event: a hook threw something other than the signal that ends a stream.
     *
     * @param time the time
     * @param stream the request's id
     * @param policy the policy's name
     * @param hook the hook's method
     * @param error the exception
     */
    record HookFailed(Instant time, String stream, String policy, String hook, Throwable error)
            implements StreamEvent {}

    /**
     * An event: the stream has fields that its adapter doesn't know. Sent once for each stream.
     *
     * @param time the time
     * @param stream the request's id
     * @param policy the policy's name
     * @param fields the names in the first chunk that has such fields
     */
    record UnknownFields(Instant time, String stream, String policy, Set<String> fields) implements StreamEvent {
        /** Copies the names. */
        public UnknownFields {
            fields = Collections.unmodifiableSet(new TreeSet<>(fields));
        }
    }

    /**
     * An event: a hook emitted something.
     *
     * @param time the time
     * @param stream the request's id
     * @param policy the policy's name
     * @param type the type of the event
     * @param details the details, by name
     */
    record Emitted(Instant time, String stream, String policy, String type, Map<String, String> details)
            implements StreamEvent {
        /** Copies the details. */
        public Emitted {
            details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        }
    }

    /**
     * An event: the stream is over. Sent exactly once, as the last event.
     *
     * @param time the time
     * @param stream the request's id
     * @param policy the policy's name
     * @param outcome the way it ended
     * @param chunksIn the number of chunks received
     * @param chunksOut the number of chunks delivered
     * @param duration the time since the start
     * @param error what failed, or that nothing was sent
     */
    record Closed(
            Instant time,
            String stream,
            String policy,
            StreamOutcome outcome,
            long chunksIn,
            long chunksOut,
            Duration duration,
            Optional<Throwable> error)
            implements StreamEvent {}
}
