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
 * Something that happened to a response's stream under one policy; each policy of a chain tells its own. A closed family
 * of immutable values. Their order is that of their happening.
 */
public sealed interface StreamEvent {

    /**
     * When it happened.
     *
     * @return the time
     */
    Instant time();

    /**
     * The request whose response streams.
     *
     * @return the service's id of it
     */
    String stream();

    /**
     * The policy.
     *
     * @return its name
     */
    String policy();

    /**
     * The stream starts.
     *
     * @param time when
     * @param stream the request's id
     * @param policy the policy's name
     */
    record Started(Instant time, String stream, String policy) implements StreamEvent {}

    /**
     * A hook was called; told only where tracing is set.
     *
     * @param time when
     * @param stream the request's id
     * @param policy the policy's name
     * @param hook the hook's method
     * @param chunk the chunks that have come by then
     */
    record HookCalled(Instant time, String stream, String policy, String hook, long chunk) implements StreamEvent {}

    /**
     * A hook threw something other than the signal that ends a stream.
     *
     * @param time when
     * @param stream the request's id
     * @param policy the policy's name
     * @param hook the hook's method
     * @param error what it threw
     */
    record HookFailed(Instant time, String stream, String policy, String hook, Throwable error) implements StreamEvent {}

    /**
     * The stream has fields that its adapter doesn't know; told once a stream.
     *
     * @param time when
     * @param stream the request's id
     * @param policy the policy's name
     * @param fields the names in the first chunk that has some
     */
    record UnknownFields(Instant time, String stream, String policy, Set<String> fields) implements StreamEvent {
        /**
         * Copies the names.
         *
         * @param time when
         * @param stream the request's id
         * @param policy the policy's name
         * @param fields the names in the first chunk that has some
         */
        public UnknownFields {
            fields = Collections.unmodifiableSet(new TreeSet<>(fields));
        }
    }

    /**
     * A hook told something.
     *
     * @param time when
     * @param stream the request's id
     * @param policy the policy's name
     * @param type what kind of thing
     * @param details what is to be known of it
     */
    record Emitted(Instant time, String stream, String policy, String type, Map<String, String> details)
            implements StreamEvent {
        /**
         * Copies the details.
         *
         * @param time when
         * @param stream the request's id
         * @param policy the policy's name
         * @param type what kind of thing
         * @param details what is to be known of it
         */
        public Emitted {
            details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
        }
    }

    /**
     * The stream is over; told exactly once, last.
     *
     * @param time when
     * @param stream the request's id
     * @param policy the policy's name
     * @param outcome how it ended
     * @param chunksIn the chunks that came
     * @param chunksOut the chunks that were delivered
     * @param duration from the start
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
