package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One policy in one registry, from its registration to its removal; compared by identity, so that a policy registered
 * anew under the same name starts anew. What it says of itself is asked once: it can't change under a running call.
 */
final class Registration {
    private final ToolPolicy policy;
    private final String name;
    private final String kind;
    private final String fingerprint;
    private final ToolSelector governs;
    private final JsonNode initialState;

    private Registration(ToolPolicy policy, String name, ToolSelector governs) {
        this.policy = policy;
        this.name = name;
        this.governs = governs;
        this.kind = Objects.requireNonNull(policy.kind(), () -> "policy \"" + name + "\" has no kind");
        this.fingerprint = Fingerprint.of(asked(policy.configuration(), "configuration"));
        this.initialState = asked(policy.initialState(), "initial state").deepCopy();
    }

    static Registration of(ToolPolicy policy) {
        String name = given(policy.name());
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a policy's name is never empty");
        }
        ToolSelector governs = given(policy.governs());
        if (governs == null) {
            throw new IllegalArgumentException("policy \"" + name + "\" doesn't say which tools it governs");
        }
        return new Registration(policy, name, governs);
    }

    private JsonNode asked(@Nullable JsonNode value, String what) {
        if (!isState(value)) {
            throw new IllegalArgumentException("policy \"" + name + "\" has no JSON value as its " + what);
        }
        return Objects.requireNonNull(value);
    }

    /** What a policy gave, which may be null, whatever its type promises: policies are written by others. */
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

    String kind() {
        return kind;
    }

    /** The digest of its configuration. */
    String fingerprint() {
        return fingerprint;
    }

    /** The state of a session that begins; not to be changed. */
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
