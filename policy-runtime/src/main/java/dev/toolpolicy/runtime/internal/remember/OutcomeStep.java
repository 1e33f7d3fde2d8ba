package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.flow.Arrival;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The recording of a call's outcome, of which policies are notified, as one step of the session's state, which may be
 * retried. For one thread.
 */
abstract class OutcomeStep {
    private final List<String> failures = new ArrayList<>();
    private @Nullable Throwable fatal;

    /** Records the outcome in a draft. */
    final OutcomeStep step(Draft draft) {
        record(draft);
        return this;
    }

    abstract void record(Draft draft);

    /** Forgets the failures of an earlier try, since the policies are notified again. */
    final void begin() {
        failures.clear();
        fatal = null;
    }

    /** Returns the outcome's text on its way to the model. */
    abstract Arrival arrival();

    final ToolCall call() {
        return arrival().call();
    }

    /** Returns the time of the call's check. */
    abstract Instant time();

    /** Notifies a policy that has nowhere to remember it. */
    final void tell(Registration policy, Memory memory, Function<JsonNode, JsonNode> next) {
        if (told(memory, "a call", next, this::keep).fault() != null && memory.fault() == null) {
            failures.add(policy.name());
        }
    }

    /** Notifies a policy that remembers in a draft. */
    final void tell(Draft draft, Registration policy, Function<JsonNode, JsonNode> next) {
        if (tellIn(draft, policy, next, this::keep)) {
            failures.add(policy.name());
        }
    }

    private void keep(Throwable failure) {
        if (fatal == null && (UserCode.isFatal(failure) || UserCode.isCancellation(failure))) {
            fatal = failure;
        }
    }

    /** Returns the names of the policies that failed. */
    final List<String> failures() {
        return failures;
    }

    /**
     * Throws a fatal error of a policy, after the outcome is stored. The call has run, and losing its outcome could
     * allow what a stored success denies.
     */
    void passOn() {
        if (fatal != null) {
            UserCode.<RuntimeException>throwAsIs(fatal);
        }
    }

    /** Returns the end of the approval that a call used; a result that is null is a failure. */
    static Approval.Status end(boolean isLost, @Nullable ToolResult result) {
        if (isLost) {
            return Approval.Status.LOST;
        }
        return result != null && result.isSuccess() ? Approval.Status.RAN : Approval.Status.FAILED;
    }

    /** Tells a policy of an outcome; null is a failure. */
    static JsonNode told(
            ToolPolicy policy, ToolCall call, @Nullable ToolResult result, JsonNode state, PolicyContext context) {
        if (result == null) {
            return policy.onFailure(call, state, context);
        }
        return result.hadNoEffect()
                ? policy.onNoEffect(call, state, context)
                : policy.onResult(call, result, state, context);
    }

    /** Notifies a policy that remembers in a draft. Returns whether it failed in this. */
    static boolean tellIn(
            Draft draft, Registration policy, Function<JsonNode, JsonNode> tell, Consumer<Throwable> onFailure) {
        Memory memory = draft.memory(policy);
        Memory after = told(memory, "a call", tell, onFailure);
        if (after != memory) {
            draft.remember(policy, after);
        }
        return after.fault() != null && memory.fault() == null;
    }

    /** Returns a policy's state after the notification; {@code memory} itself if nothing changed. */
    static Memory told(Memory memory, String what, Function<JsonNode, JsonNode> tell, Consumer<Throwable> onFailure) {
        try {
            JsonNode state = Registration.given(tell.apply(memory.state()));
            if (state == null || !Registration.isState(state)) {
                return new Memory(
                        memory.state(), "it returned a state that is not a JSON value when notified of " + what);
            }
            return state == memory.state() ? memory : new Memory(state, memory.fault());
        } catch (Throwable failure) {
            onFailure.accept(failure);
            return new Memory(
                    memory.state(), "it failed with " + failure.getClass().getName() + " when notified of " + what);
        }
    }
}
