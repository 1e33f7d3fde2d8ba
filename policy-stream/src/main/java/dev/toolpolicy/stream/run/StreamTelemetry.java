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
    private final Stages.Stage<?> stage;
    private final long start = System.nanoTime();
    private final Set<String> unknownFields = new HashSet<>();
    private Optional<String> reason = Optional.empty();
    private final List<Throwable> lastErrors = new ArrayList<>();

    StreamTelemetry(StreamSettings settings, String stream, Stages.Stage<?> stage) {
        listeners = settings.listeners();
        tracing = settings.has(StreamSettings.Flag.TRACES) && !listeners.isEmpty();
        this.stream = stream;
        this.stage = stage;
        policy = stage.policy().name();
    }

    void started() {
        tell(StreamEvent.Kind.STARTED, "", 0, Set.of(), Map.of(), null, null);
    }

    boolean isTracing() {
        return tracing;
    }

    void hookCalled(Hook hook, long chunk) {
        tell(StreamEvent.Kind.HOOK_CALLED, hook.method(), chunk, Set.of(), Map.of(), null, null);
    }

    void hookFailed(Hook hook, Throwable error) {
        tell(StreamEvent.Kind.HOOK_FAILED, hook.method(), 0, Set.of(), Map.of(), error, null);
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
                LOG.log(stage.isNewField(shown) ? Level.WARNING : Level.DEBUG, line("unknown field " + shown));
            }
        }
        if (!added.isEmpty()) {
            tell(StreamEvent.Kind.UNKNOWN_FIELDS, "", 0, added, Map.of(), null, null);
        }
    }

    void emitted(String type, Map<String, ?> details) {
        Map<String, JsonNode> json = new LinkedHashMap<>();
        details.forEach((name, value) -> json.put(name, JSON.valueToTree(value)));
        tell(StreamEvent.Kind.EMITTED, type, 0, Set.of(), json, null, null);
    }

    /** Keeps the reason of a policy for the end. */
    void terminated(StreamContext.TerminateException signal) {
        reason = Optional.ofNullable(signal.getMessage());
    }

    void closed(StreamEvent.Outcome outcome, long in, long out, @Nullable Throwable error) {
        Optional<String> why = outcome == StreamEvent.Outcome.TERMINATED ? reason : Optional.empty();
        why.ifPresent(text -> LOG.log(Level.INFO, line("terminated: " + VisibleText.line(text, VisibleText.DETAIL))));
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        StreamEvent.End end =
                new StreamEvent.End(outcome, in, out, duration, Optional.ofNullable(error), why, lastErrors);
        tell(StreamEvent.Kind.CLOSED, "", 0, Set.of(), Map.of(), null, end);
    }

    private void tell(
            StreamEvent.Kind kind,
            String name,
            long chunk,
            Set<String> fields,
            Map<String, JsonNode> details,
            @Nullable Throwable error,
            StreamEvent.@Nullable End end) {
        if (listeners.isEmpty()) {
            return;
        }
        StreamEvent event = new StreamEvent(
                kind,
                Instant.now(),
                stream,
                policy,
                name,
                chunk,
                fields,
                details,
                Optional.ofNullable(error),
                Optional.ofNullable(end));
        for (Consumer<? super StreamEvent> listener : listeners) {
            try {
                listener.accept(event);
            } catch (Throwable e) { // the stream's own end must not depend on it
                log("a listener failed", e);
            }
        }
    }
}
