package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The reporting of a session's policy decisions to listeners and the log: a line at DEBUG for each check, exactly one
 * at WARNING for a denied call, and none for an allowed one. Safe for use from any thread.
 */
record Telemetry(String session, SessionSettings settings) {
    private static final String PROCESS = UUID.randomUUID().toString();
    private static final AtomicLong COUNT = new AtomicLong();

    /** Reports a check when it is final. */
    void checked(CheckedCall check) {
        for (PolicyInvoker.Asked asked : check.asked()) {
            told(check, asked.registration().name(), asked.decision().isAllowed());
        }
        PolicyDenial denial = check.denial().orElse(null);
        if (denial != null) {
            denied(check.call(), check.time(), denial);
        }
    }

    private void told(CheckedCall check, String policy, boolean allowed) {
        ToolCall call = check.call();
        if (SharedState.LOG.isLoggable(Level.DEBUG)) {
            SharedState.LOG.log(
                    Level.DEBUG,
                    "policy {0} {1} call {2} of session {3}",
                    policy,
                    allowed ? "allows" : "denies",
                    call,
                    shown(session));
        }
        if (settings.everyCheck()) {
            PolicyEvent.Kind kind = allowed ? PolicyEvent.Kind.ALLOWED : PolicyEvent.Kind.REFUSED;
            hear(event(kind, call, check.time(), policy, "", Map.of()));
        }
    }

    /** Reports a denied call. A decline of a stored request is logged with the record of the call. */
    void denied(ToolCall call, Instant time, PolicyDenial denial) {
        PolicyEvent event = redacted(
                event(PolicyEvent.Kind.DENIED, call, time, denial.policy(), denial.reason(), denial.metadata()));
        if (!UnusedApproval.isDeclined(denial)) {
            SharedState.LOG.log(
                    Level.WARNING,
                    "policy {0} denied call {1} of session {2}: {3}",
                    event.policy(),
                    call,
                    shown(session),
                    shown(event.reason()));
        }
        hear(event);
    }

    private PolicyEvent redacted(PolicyEvent event) {
        try {
            return Objects.requireNonNull(settings.redactor().apply(event), "no event");
        } catch (Throwable e) {
            SharedState.LOG.log(
                    Level.ERROR,
                    "the redactor failed with {0}; its reason is left out",
                    e.getClass().getName());
            UserCode.rethrowFatal(e);
            return event.redacted("kept back, since the redactor failed");
        }
    }

    /** Reports a policy that failed in a notification. */
    void failed(ToolCall call, Instant time, String policy, String error) {
        SharedState.LOG.log(
                Level.ERROR, "policy {0} failed on call {1} of session {2}: {3}", policy, call, shown(session), error);
        hear(event(PolicyEvent.Kind.FAILED, call, time, policy, error, Map.of()));
    }

    /** Reports what is new in the text of an outcome that went to the model. */
    void arrived(Arrival arrival) {
        arrival.labels().forEach(label -> labelled(arrival.call(), arrival.time(), label));
        arrival.full().forEach(set -> full(arrival.call(), arrival.time(), set));
    }

    /** Reports a label that the session had not before. */
    void labelled(ToolCall call, Instant time, String label) {
        hear(event(PolicyEvent.Kind.LABELED, call, time, label, "", Map.of()));
    }

    /** Reports a set that takes no more values. */
    void full(ToolCall call, Instant time, String set) {
        SharedState.LOG.log(
                Level.WARNING, "set {0} of session {1} is full; later values are left out", set, shown(session));
        hear(event(PolicyEvent.Kind.SET_FULL, call, time, set, "", Map.of()));
    }

    /** Reports a failed store. */
    void unavailable(StoreException failure) {
        UserCode.log(SharedState.LOG, Level.ERROR, "the store of session " + shown(session) + " failed", failure);
    }

    private void hear(PolicyEvent event) {
        for (Consumer<? super PolicyEvent> listener : settings.listeners()) {
            UserCode.run(
                    SharedState.LOG,
                    Level.ERROR,
                    "a policy listener failed; the decision stands",
                    () -> listener.accept(event));
        }
    }

    private PolicyEvent event(
            PolicyEvent.Kind kind,
            ToolCall call,
            Instant time,
            String policy,
            String reason,
            Map<String, JsonNode> metadata) {
        String id = PROCESS + "-" + COUNT.incrementAndGet();
        return new PolicyEvent(kind, id, time, session, policy, call.tool(), call.id(), reason, metadata);
    }

    private static String shown(String text) {
        return VisibleText.line(text, VisibleText.DETAIL);
    }
}
