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
import org.jspecify.annotations.Nullable;

/** Tells listeners of one stream under one policy. A listener that fails is logged and changes nothing. */
final class StreamTelemetry {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Logger LOG = System.getLogger(StreamRunner.class.getName());

    private final List<StreamEvent.Listener> listeners;
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
            tell(new StreamEvent.Started(origin()));
        }
    }

    private StreamEvent.Origin origin() {
        return new StreamEvent.Origin(Instant.now(), stream, policy);
    }

    boolean isTracing() {
        return tracing;
    }

    void hookCalled(Hook hook, long chunk) {
        tell(new StreamEvent.HookCalled(origin(), hook.method(), chunk));
    }

    void hookFailed(Hook hook, Throwable error) {
        if (!listeners.isEmpty()) {
            tell(new StreamEvent.HookFailed(origin(), hook.method(), error));
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
            tell(new StreamEvent.UnknownFields(origin(), added));
        }
    }

    void emitted(String type, Map<String, ?> details) {
        Map<String, JsonNode> json = new LinkedHashMap<>();
        details.forEach((name, value) -> json.put(name, JSON.valueToTree(value)));
        if (!listeners.isEmpty()) {
            tell(new StreamEvent.Emitted(origin(), type, json));
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
            tell(new StreamEvent.Closed(origin(), outcome)
                    .withCounts(in, out, duration)
                    .withError(Optional.ofNullable(error))
                    .withReason(why)
                    .withLastErrors(lastErrors));
        }
    }

    private void tell(StreamEvent event) {
        for (StreamEvent.Listener listener : listeners) {
            try {
                listener.onStreamEvent(event);
            } catch (Throwable e) { // the stream's own end must not depend on it
                log("a listener failed", e);
            }
        }
    }
}
