package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.runtime.session.Asking.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells all policies of a checked call what became of it, as one step of the session's state, which may be repeated.
 * Used by one thread.
 */
final class Telling {
    /** What policies are told of. */
    static final String A_CALL = "a call";

    private final Check check;
    private final @Nullable ToolResult result;
    private final Predicate<Registration> isHere;
    private List<String> failures = List.of();
    private @Nullable Throwable fatal;

    /**
     * A telling.
     *
     * @param check the check of the call
     * @param result what came of it; null if it failed
     * @param isHere whether a policy is still registered
     */
    Telling(Check check, @Nullable ToolResult result, Predicate<Registration> isHere) {
        this.check = check;
        this.result = result;
        this.isHere = isHere;
    }

    /** A call that isn't among those begun was told of before, or belongs to a past that was restored away. */
    Telling step(Draft draft) {
        failures = new ArrayList<>();
        fatal = null;
        String begun = SessionState.BEGUN + check.attempt();
        if (draft.get(begun) != null) {
            draft.remove(begun);
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
        Memory after = told(memory, A_CALL, state -> next(asked, state), this::keep);
        if (after.fault() != null && memory.fault() == null) {
            failures.add(asked.registration().name());
        }
        if (here && after != memory) {
            draft.remember(asked.registration(), after);
        }
    }

    private JsonNode next(Asked asked, JsonNode state) {
        ToolContext context = check.context();
        return result == null
                ? asked.policy().onFailure(check.call(), state, context)
                : asked.policy().onResult(check.call(), result, state, context);
    }

    private void keep(Throwable failure) {
        if (fatal == null && (UserCode.isFatal(failure) || UserCode.isCancellation(failure))) {
            fatal = failure;
        }
    }

    /** What a policy remembers after it was told; {@code memory} itself if nothing changed. */
    static Memory told(
            Memory memory, String what, Function<JsonNode, JsonNode> tell, Consumer<Throwable> onFailure) {
        try {
            JsonNode state = Registration.given(tell.apply(memory.state()));
            if (!Registration.isState(state)) {
                return new Memory(memory.state(), "it gave a state that is no JSON value when it was told of " + what);
            }
            return state == memory.state() ? memory : new Memory(state, memory.fault());
        } catch (Throwable failure) {
            onFailure.accept(failure);
            return new Memory(
                    memory.state(), "it failed with " + failure.getClass().getName() + " when it was told of " + what);
        }
    }

    /** The policies that failed. */
    List<String> failures() {
        return failures;
    }

    Check check() {
        return check;
    }

    /**
     * Throws what no policy may keep to itself, after the call's outcome is remembered: it happened, and forgetting it
     * could allow what a remembered success denies.
     */
    void passOn() {
        if (fatal != null) {
            UserCode.<RuntimeException>throwAsIs(fatal);
        }
    }
}
