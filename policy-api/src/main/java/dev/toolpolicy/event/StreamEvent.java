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
 * An event of a response's stream under one policy, for logs and metrics. Each policy of a chain has its own events, in
 * the order in which they happened. Immutable.
 *
 * <p>The runner hands it to the listeners on the thread that drives the stream. Listeners should return quickly. An
 * exception from one is logged and changes nothing; the others still receive the event.
 *
 * @param kind the kind of event
 * @param time the time by the engine's clock
 * @param stream the service's id of the request whose response streams
 * @param policy the policy's name
 * @param name the hook's method, or the type of an event that a hook emitted; else empty
 * @param chunk the number of chunks received so far, when a hook was called; else 0
 * @param fields the unknown names that no earlier chunk of the stream had; else empty
 * @param details the details of an event that a hook emitted, by name; else empty
 * @param error the exception of a hook that failed; else empty
 * @param end how the stream ended; empty until it has
 */
public record StreamEvent(
        Kind kind,
        Instant time,
        String stream,
        String policy,
        String name,
        long chunk,
        Set<String> fields,
        Map<String, JsonNode> details,
        Optional<Throwable> error,
        Optional<End> end) {

    /** The kinds of events. */
    public enum Kind {
        /** The stream starts. */
        STARTED,
        /** A hook was called. Sent only if tracing is on. */
        HOOK_CALLED,
        /** A hook threw something other than the signal that ends a stream. */
        HOOK_FAILED,
        /** A chunk has fields that its adapter doesn't know. Sent once for each name of a stream, up to 1,000 names. */
        UNKNOWN_FIELDS,
        /** A hook emitted something. */
        EMITTED,
        /** The stream is over. Sent exactly once, as the last event. */
        CLOSED
    }

    /** Copies the names and the details. */
    public StreamEvent {
        fields = Collections.unmodifiableSet(new TreeSet<>(fields));
        Map<String, JsonNode> copy = new LinkedHashMap<>();
        details.forEach((key, value) -> copy.put(key, value.deepCopy()));
        details = Collections.unmodifiableMap(copy);
    }

    @Override
    public String toString() {
        return VisibleText.line(kind + "[time=" + time + ", stream=" + stream + ", policy=" + policy
                + (name.isEmpty() ? "" : ", name=" + name)
                + (chunk == 0 ? "" : ", chunk=" + chunk)
                + (fields.isEmpty() ? "" : ", fields=" + fields)
                + (details.isEmpty() ? "" : ", details=" + details)
                + error.map(thrown -> ", error=" + thrown).orElse("")
                + end.map(its -> ", end=" + its).orElse("")
                + "]");
    }

    /**
     * The end of a stream.
     *
     * @param outcome the way it ended
     * @param chunksIn the number of chunks received
     * @param chunksOut the number of chunks delivered
     * @param duration the time since the start
     * @param error the exception of a hook or of the upstream, or the report that a completed or terminated stream sent
     *     nothing; empty if there was neither
     * @param reason the reason that a policy gave for the end; only for {@link Outcome#TERMINATED}
     * @param lastErrors the exceptions of the error hook and the closed hook, which don't replace {@link #error()}
     */
    public record End(
            Outcome outcome,
            long chunksIn,
            long chunksOut,
            Duration duration,
            Optional<Throwable> error,
            Optional<String> reason,
            List<Throwable> lastErrors) {
        /** Copies the errors. */
        public End {
            lastErrors = List.copyOf(lastErrors);
        }

        @Override
        public String toString() {
            return VisibleText.line("End[outcome=" + outcome + ", chunksIn=" + chunksIn + ", chunksOut=" + chunksOut
                    + ", duration=" + duration + ", error=" + error + ", reason=" + reason + ", lastErrors="
                    + lastErrors + "]");
        }
    }

    /** The way in which a response's stream ended. */
    public enum Outcome {
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
}
