package dev.toolpolicy.runtime.session;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call as a session's policies checked it, just before it runs: which policies governed it then, and what they said.
 * The same policies hear of its success, with the same arguments, whatever is registered by then and whatever the
 * handler did to its own copy. Immutable, except that it remembers whether its success was told.
 */
public final class CheckedCall {
    private final PolicyRegistry registry;
    private final ToolCall call;
    private final RegistryState moment;
    private final List<Registration> selected;
    private final @Nullable PolicyDenial denial;
    private final AtomicBoolean told = new AtomicBoolean();

    CheckedCall(
            PolicyRegistry registry,
            ToolCall call,
            RegistryState moment,
            List<Registration> selected,
            @Nullable PolicyDenial denial) {
        this.registry = registry;
        this.call = call;
        this.moment = moment;
        this.selected = selected;
        this.denial = denial;
    }

    /**
     * The call.
     *
     * @return the call with the arguments that were checked
     */
    public ToolCall call() {
        return call;
    }

    /**
     * Whether the call is denied.
     *
     * @return by which policy and why, or empty if the call may run
     */
    public Optional<PolicyDenial> denial() {
        return Optional.ofNullable(denial);
    }

    /**
     * The policies that governed the call when it was checked.
     *
     * @return an immutable list, in the order of registration
     */
    public List<ToolPolicy> policies() {
        return selected.stream().map(Registration::policy).toList();
    }

    List<Registration> selected() {
        return selected;
    }

    RegistryState.Memory memoryAtCheck(Registration policy) {
        return Objects.requireNonNull(moment.memory(policy), "memory");
    }

    /** Claims the one telling of the call's success. */
    void claimTelling(PolicyRegistry teller) {
        if (teller != registry) {
            throw new IllegalStateException("call " + call + " was checked by another session's policies");
        }
        if (denial != null) {
            throw new IllegalStateException("call " + call + " was denied and can't have succeeded");
        }
        if (told.getAndSet(true)) {
            throw new IllegalStateException("the success of call " + call + " was told before");
        }
    }

    @Override
    public String toString() {
        return call + (denial == null ? " allowed" : " denied by " + denial.policy());
    }
}
