package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.remember.PolicyInvoker.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The notification of all policies that checked a call about its outcome, as one step of the session's state, which may
 * be retried. For one thread.
 */
final class OutcomeNotification {
    /** The subject of the notification. */
    static final String A_CALL = "a call";

    private final CheckedCall check;
    private final @Nullable ToolResult result;
    private final Predicate<Registration> isHere;
    private final boolean isLate;
    private Failures failures = new Failures();

    /** The failures of policies that were notified of a call in one step. */
    static final class Failures {
        private final List<String> policies = new ArrayList<>();
        private @Nullable Throwable fatal;

        /** Notifies a policy. Returns its state after that; {@code memory} itself if nothing changed. */
        Memory notify(Registration policy, Memory memory, Function<JsonNode, JsonNode> next) {
            Memory after = told(memory, A_CALL, next, this::keep);
            if (after.fault() != null && memory.fault() == null) {
                policies.add(policy.name());
            }
            return after;
        }

        private void keep(Throwable failure) {
            if (fatal == null && (UserCode.isFatal(failure) || UserCode.isCancellation(failure))) {
                fatal = failure;
            }
        }

        /** Returns the names of the policies that failed. */
        List<String> policies() {
            return policies;
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
    }

    /**
     * Creates a notification.
     *
     * @param check the check of the call
     * @param result the call's result; null if it failed
     * @param isHere whether a policy is still registered
     * @param isLate whether the outcome came too late
     */
    OutcomeNotification(
            CheckedCall check, @Nullable ToolResult result, Predicate<Registration> isHere, boolean isLate) {
        this.check = check;
        this.result = result;
        this.isHere = isHere;
        this.isLate = isLate;
    }

    /**
     * Notifies the policies. Does nothing if the call isn't open: its outcome was recorded, a snapshot without it was
     * restored, or the outcome came too late.
     */
    OutcomeNotification step(Draft draft) {
        failures = new Failures();
        String begun = SessionState.BEGUN + check.attempt();
        boolean isOpen = draft.get(begun) != null;
        draft.remove(begun);
        if (isOpen && !isLate) {
            for (int i = 0; i < check.asked().size(); i++) {
                tell(draft, check.asked().get(i), check.memory(i));
            }
        }
        return this;
    }

    private void tell(Draft draft, Asked asked, Memory atCheck) {
        boolean here = isHere.test(asked.registration());
        // One that was removed since is told like the others, but there is nothing left where it could remember.
        Memory memory = here ? draft.memory(asked.registration()) : atCheck;
        Memory after = failures.notify(asked.registration(), memory, state -> next(asked, state));
        if (here && after != memory) {
            draft.remember(asked.registration(), after);
        }
    }

    private JsonNode next(Asked asked, JsonNode state) {
        return told(asked.policy(), check.call(), result, state, check.context());
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

    Failures failures() {
        return failures;
    }

    CheckedCall check() {
        return check;
    }
}
