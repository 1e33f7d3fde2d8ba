package dev.toolpolicy.runtime.internal.remember;

import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.call.PolicyDenial;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call as a session's policies checked it, just before it runs, with these policies and their decision. The same
 * policies are notified of its outcome, with the same arguments, even if the registry or the handler's copy has
 * changed. Immutable, except that it remembers whether its outcome was recorded.
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
     * Returns the call.
     *
     * @return the call with the arguments that were checked
     */
    public ToolCall call() {
        return check.call();
    }

    /**
     * Returns the denial of the call.
     *
     * @return the policy and its reason; empty if the call may run and has started
     */
    public Optional<PolicyDenial> denial() {
        return Optional.ofNullable(check.denial());
    }

    /**
     * Returns who gave the stored approval that the call uses.
     *
     * @return the name, as the service gave it; empty if the call may not run or uses no stored approval
     */
    public Optional<String> approver() {
        return check.approver();
    }

    /**
     * Returns the policies that covered the call when it was checked.
     *
     * @return an immutable list, in the order of registration
     */
    public List<ToolPolicy> policies() {
        return check.selected().stream().map(Registration::policy).toList();
    }

    /**
     * Returns the session as the check saw it, for handlers that need to read its state.
     *
     * @return the context of the check
     */
    public PolicyContext context() {
        return check.context();
    }

    /** Claims the only recording of the call's outcome. */
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
