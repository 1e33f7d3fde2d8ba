package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One policy in one registry, from registration to removal. Compared by identity, so that a policy registered again
 * under the same name starts with its initial state. Its properties are read once and can't change while a call runs.
 */
final class Registration {
    private final ToolPolicy policy;
    private final String name;
    private final String kind;
    private final String part;
    private final ToolSelector governs;
    private final JsonNode initialState;
    private final @Nullable RecordingPolicy recording;

    Registration(ToolPolicy policy) {
        this.policy = policy;
        name = policy.name();
        if (given(name) == null || name.isBlank()) {
            throw new IllegalArgumentException("policy name must not be empty");
        }
        part = SessionState.POLICY + name;
        governs = policy.governs();
        if (given(governs) == null) {
            throw new IllegalArgumentException("policy \"" + name + "\" has no tool selector: governs() returned null");
        }
        kind = Objects.requireNonNull(policy.kind(), () -> "policy \"" + policy.name() + "\" has no kind");
        recording = WrapperPolicy.innermost(policy) instanceof RecordingPolicy its ? its : null;
        JsonNode initial = policy.initialState();
        if (!isState(initial)) {
            throw new IllegalArgumentException("policy \"" + name + "\" has no JSON value as its initial state");
        }
        initialState = initial.deepCopy();
    }

    /** Returns a policy's value as nullable, since policies are user code. */
    static <T> @Nullable T given(@Nullable T value) {
        return value;
    }

    static boolean isState(@Nullable JsonNode state) {
        return state != null && !state.isMissingNode() && !state.isPojo();
    }

    ToolPolicy policy() {
        return policy;
    }

    String name() {
        return name;
    }

    /** Returns the name of its part of the session's state. */
    String part() {
        return part;
    }

    String kind() {
        return kind;
    }

    /** Returns whether its state is the record of successes that it shares with others. */
    boolean sharesRecord() {
        return recording != null;
    }

    /** Returns the parts of the record that it reads; none if its state is its own. */
    Set<SuccessRecord.Entry> reads() {
        return recording == null ? Set.of() : recording.reads();
    }

    /** Returns the record without what only this policy keeps there. */
    JsonNode withoutOwn(JsonNode record) {
        return recording == null ? record : recording.withoutOwn(record);
    }

    /** Returns the state of a new session; must not be changed. */
    JsonNode initialState() {
        return initialState;
    }

    boolean governs(String tool) {
        return governs.selects(tool);
    }

    @Override
    public String toString() {
        return name;
    }
}
