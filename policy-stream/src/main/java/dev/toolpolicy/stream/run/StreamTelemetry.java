package dev.toolpolicy.stream.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.toolpolicy.event.StreamEvent;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.stream.StreamContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells listeners of one stream under one policy. A listener that fails is logged and changes nothing. */
final class StreamTelemetry {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Logger LOG = System.getLogger(StreamRunner.class.getName());

    private final List<Consumer<? super StreamEvent>> listeners;
    private final boolean tracing;
    private final String stream;
    private final String policy;
    private final Stages.Common common;
    private final long start = System.nanoTime();
    private final Set<String> unknownFields = new HashSet<>();
    private Optional<String> reason = Optional.empty();
    private final List<Throwable> lastErrors = new ArrayList<>();

    StreamTelemetry(StreamSettings settings, String stream, String policy, Stages.Common common) {
        listeners = settings.listeners();
        tracing = settings.traces() && !listeners.isEmpty();
        this.stream = stream;
        this.policy = policy;
        this.common = common;
    }

    void started() {
        if (!listeners.isEmpty()) {
            tell(event(StreamEvent.Kind.STARTED, "", 0));
        }
    }

    private StreamEvent event(StreamEvent.Kind kind, String name, long chunk) {
        return event(kind, name, chunk, Set.of(), Map.of(), Optional.empty(), Optional.empty());
    }

    private StreamEvent event(
            StreamEvent.Kind kind,
            String name,
            long chunk,
            Set<String> fields,
            Map<String, JsonNode> details,
            Optional<Throwable> error,
            Optional<StreamEvent.End> end) {
        return new StreamEvent(kind, Instant.now(), stream, policy, name, chunk, fields, details, error, end);
    }

    boolean isTracing() {
        return tracing;
    }

    void hookCalled(Hook hook, long chunk) {
        tell(event(StreamEvent.Kind.HOOK_CALLED, hook.method(), chunk));
    }

    void hookFailed(Hook hook, Throwable error) {
        if (!listeners.isEmpty()) {
            Optional<Throwable> thrown = Optional.of(error);
            StreamEvent.Kind kind = StreamEvent.Kind.HOOK_FAILED;
            tell(event(kind, hook.method(), 0, Set.of(), Map.of(), thrown, Optional.empty()));
        }
    }

    /**
     * Logs the error of a last hook. If the error hook has its own, no hook may have reported the stream's failure, so
     * both are logged.
     */
    void lastHookFailed(Hook hook, Throwable error, @Nullable Throwable failure) {
        if (hook == Hook.STREAM_ERROR && failure != null && failure != error) {
            log("the stream failed", failure);
        }
        lastErrors.add(error);
        hookFailed(hook, error);
        log(hook.method() + " failed", error);
    }

    /** Logs an error that must not hide the stream's own outcome. */
    void log(String what, Throwable error) {
        UserCode.log(LOG, Level.WARNING, line(what), error);
    }

    private String line(String what) {
        return VisibleText.line("stream " + stream + ", policy " + policy) + ": " + what;
    }

    /** Reports names that the stream didn't have yet. Those that are new to the policy are warnings. */
    void unknownFields(Set<String> names) {
        Set<String> added = new TreeSet<>();
        for (String name : names) {
            String shown = VisibleText.line(name, VisibleText.NAME);
            if (unknownFields.size() < Stages.MOST_FIELDS && unknownFields.add(shown)) {
                added.add(name);
                LOG.log(common.isNewField(shown) ? Level.WARNING : Level.DEBUG, line("unknown field " + shown));
            }
        }
        if (!added.isEmpty() && !listeners.isEmpty()) {
            StreamEvent.Kind kind = StreamEvent.Kind.UNKNOWN_FIELDS;
            tell(event(kind, "", 0, added, Map.of(), Optional.empty(), Optional.empty()));
        }
    }

    void emitted(String type, Map<String, ?> details) {
        Map<String, JsonNode> json = new LinkedHashMap<>();
        details.forEach((name, value) -> json.put(name, JSON.valueToTree(value)));
        if (!listeners.isEmpty()) {
            StreamEvent.Kind kind = StreamEvent.Kind.EMITTED;
            tell(event(kind, type, 0, Set.of(), json, Optional.empty(), Optional.empty()));
        }
    }

    /** Keeps the reason of a policy for the end. */
    void terminated(StreamContext.TerminateException signal) {
        reason = Optional.ofNullable(signal.getMessage());
    }

    void closed(StreamEvent.Outcome outcome, long in, long out, @Nullable Throwable error) {
        Optional<String> why = outcome == StreamEvent.Outcome.TERMINATED ? reason : Optional.empty();
        why.ifPresent(text -> LOG.log(Level.INFO, line("terminated: " + VisibleText.line(text, VisibleText.DETAIL))));
        if (!listeners.isEmpty()) {
            Duration duration = Duration.ofNanos(System.nanoTime() - start);
            Optional<Throwable> failure = Optional.ofNullable(error);
            StreamEvent.End end = new StreamEvent.End(outcome, in, out, duration, failure, why, lastErrors);
            StreamEvent.Kind kind = StreamEvent.Kind.CLOSED;
            tell(event(kind, "", 0, Set.of(), Map.of(), Optional.empty(), Optional.of(end)));
        }
    }

    private void tell(StreamEvent event) {
        for (Consumer<? super StreamEvent> listener : listeners) {
            try {
                listener.accept(event);
            } catch (Throwable e) { // the stream's own end must not depend on it
                log("a listener failed", e);
            }
        }
    }
}
