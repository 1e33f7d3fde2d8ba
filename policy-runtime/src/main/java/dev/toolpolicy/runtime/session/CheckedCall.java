package dev.toolpolicy.runtime.session;

import dev.toolpolicy.ToolCall;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.decision.PolicyDenial;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call as a session's policies checked it, just before it runs: which policies governed it then, and what they said.
 * The same policies hear of its outcome, with the same arguments, whatever is registered by then and whatever the
 * handler did to its own copy. Immutable, except that it remembers whether its outcome was told.
 */
public final class CheckedCall {
    private final PolicyRegistry registry;
    private final Check check;
    private final AtomicBoolean told = new AtomicBoolean();

    CheckedCall(PolicyRegistry registry, Check check) {
        this.registry = registry;
        this.check = check;
    }

    /**
     * The call.
     *
     * @return the call with the arguments that were checked
     */
    public ToolCall call() {
        return check.call();
    }

    /**
     * Whether the call is denied.
     *
     * @return by which policy and why, or empty if the call may run, and has begun
     */
    public Optional<PolicyDenial> denial() {
        return Optional.ofNullable(check.denial());
    }

    /**
     * The policies that governed the call when it was checked.
     *
     * @return an immutable list, in the order of registration
     */
    public List<ToolPolicy> policies() {
        return check.selected().stream().map(Registration::policy).toList();
    }

    /**
     * The session as the check saw it, for a handler that wants to know what policies remember.
     *
     * @return the moment of the check
     */
    public PolicyContext context() {
        return check.context();
    }

    /** Claims the one telling of the call's outcome. */
    Check claimTelling(PolicyRegistry teller) {
        if (teller != registry) {
            throw new IllegalStateException("call " + call() + " was checked by another session's policies");
        }
        if (check.denial() != null) {
            throw new IllegalStateException("call " + call() + " was denied and can't have run");
        }
        if (told.getAndSet(true)) {
            throw new IllegalStateException("the outcome of call " + call() + " was already recorded");
        }
        return check;
    }

    @Override
    public String toString() {
        return call() + denial().map(denial -> " denied by " + denial.policy()).orElse(" allowed");
    }
}
