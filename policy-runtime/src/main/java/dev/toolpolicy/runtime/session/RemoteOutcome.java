package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.text.VisibleText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The recording of the outcome of a call that was checked elsewhere, as one step of the session's state, which may be
 * retried. It notifies the policies that cover the tool here. For one thread.
 */
final class RemoteOutcome {
    private final String attempt;
    private final @Nullable ToolResult result;
    private final SharedState state;
    private final Registrations registered;
    private final Instant now;
    private @Nullable OpenCall open;
    private List<String> failures = List.of();
    private @Nullable Throwable fatal;

    RemoteOutcome(String attempt, @Nullable ToolResult result, SharedState state, Registrations registered) {
        this.attempt = attempt;
        this.result = result;
        this.state = state;
        this.registered = registered;
        this.now = state.now();
    }

    /** Records the outcome. After a failed store the open call can be gone because the first try removed it. */
    RemoteOutcome step(Draft draft) {
        JsonNode part = draft.get(SessionState.BEGUN + attempt);
        if (part == null && open != null) {
            return this;
        }
        OpenCall call = part == null ? null : OpenCall.read(part);
        if (call == null || !call.isHandedOver() || call.isOver(now, state.outcomeTimeout())) {
            throw new IllegalStateException("attempt " + VisibleText.quoted(attempt, VisibleText.NAME)
                    + " isn't open in session " + VisibleText.quoted(state.session(), VisibleText.NAME)
                    + ": it never began, its outcome was recorded, or it took longer than " + state.outcomeTimeout());
        }
        open = call;
        failures = new ArrayList<>();
        fatal = null;
        draft.remove(SessionState.BEGUN + attempt);
        if (result != null) {
            PolicyContext context =
                    draft.before().context(state.session(), call.time(), call.approved(), registered.all());
            for (Registration policy : registered.governing(call.call().tool())) {
                tell(draft, policy, result, context);
            }
        }
        return this;
    }

    private void tell(Draft draft, Registration registration, ToolResult outcome, PolicyContext context) {
        Memory memory = draft.memory(registration);
        Memory after = OutcomeNotification.told(
                memory,
                OutcomeNotification.A_CALL,
                its -> {
                    ToolPolicy policy = Objects.requireNonNull(
                            registration.policy().forCall(context), "the policy settled on none");
                    return outcome.isSuccess()
                            ? policy.onResult(call(), outcome, its, context)
                            : policy.onFailure(call(), its, context);
                },
                failure -> fatal = fatal == null && (UserCode.isFatal(failure) || UserCode.isCancellation(failure))
                        ? failure
                        : fatal);
        if (after.fault() != null && memory.fault() == null) {
            failures.add(registration.name());
        }
        if (after != memory) {
            draft.remember(registration, after);
        }
    }

    /** Returns the policies that failed. */
    List<String> failures() {
        return failures;
    }

    ToolCall call() {
        return Objects.requireNonNull(open, "open").call();
    }

    Instant time() {
        return Objects.requireNonNull(open, "open").time();
    }

    /** Throws a fatal error of a policy, after the outcome is stored. */
    void passOn() {
        if (fatal != null) {
            UserCode.<RuntimeException>throwAsIs(fatal);
        }
    }
}
