package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.session.RegistryState.Memory;
import org.jspecify.annotations.Nullable;

/**
 * Tells all policies of a checked call of its success, against one state of the session. Repeated against a newer
 * state when another change came first; policies are pure, so that is no second telling.
 */
final class Telling {
    private final CheckedCall checked;
    private final ToolResult result;
    private final ToolContext context;
    private RegistryState after;
    private @Nullable Throwable fatal;

    Telling(CheckedCall checked, ToolResult result, ToolContext context, RegistryState before) {
        this.checked = checked;
        this.result = result;
        this.context = context;
        this.after = before;
        checked.selected().forEach(this::tell);
    }

    private void tell(Registration policy) {
        Memory memory = after.memory(policy);
        if (memory == null) {
            // Removed since the check: told like the others, but there is nothing left where it could remember.
            told(policy, checked.memoryAtCheck(policy));
        } else {
            Memory changed = told(policy, memory);
            after = changed == memory ? after : after.with(policy, changed);
        }
    }

    private Memory told(Registration policy, Memory memory) {
        try {
            JsonNode state = Registration.given(
                    policy.policy().onResult(checked.call(), result, memory.state(), context));
            if (!Registration.isState(state)) {
                return new Memory(memory.state(), "a state that is no JSON value");
            }
            return state == memory.state() ? memory : new Memory(state, memory.fault());
        } catch (Throwable failure) {
            if (failure instanceof VirtualMachineError || PolicyRegistry.isCancellation(failure)) {
                fatal = fatal == null ? failure : fatal;
            }
            return new Memory(memory.state(), failure.getClass().getName());
        }
    }

    /** The session's state when all have been told. */
    RegistryState after() {
        return after;
    }

    /**
     * Throws what no policy may keep to itself, after the call's success is remembered: it happened, and forgetting it
     * could allow what a remembered success denies.
     */
    void passOn() {
        if (fatal != null) {
            PolicyRegistry.<RuntimeException>throwAsIs(fatal);
        }
    }
}
