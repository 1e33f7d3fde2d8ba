package dev.toolpolicy.runtime.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ArgumentNeeds;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolContext;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.session.RegistryState.Memory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The policies of one session, in order, with what each remembers. A call is allowed if every policy that governs its
 * tool allows it; the first that denies ends the asking.
 *
 * <p>Used from any thread: the session's state is one immutable value that changes by compare-and-set, so a check sees
 * one moment of the session, and successes that are told at once are all remembered. Nothing here blocks. Policies are
 * user code: one that fails when asked denies that call, one that fails when told denies every call it governs from
 * then on, until it is {@linkplain #reset reset}. Errors of the virtual machine and cancellations pass through.
 */
public final class PolicyRegistry {
    private final ToolContext context;
    private final AtomicReference<RegistryState> state = new AtomicReference<>(RegistryState.EMPTY);

    /**
     * A registry without policies, which allows everything.
     *
     * @param context the session
     * @throws NullPointerException if {@code context} is null
     */
    public PolicyRegistry(ToolContext context) {
        this.context = Objects.requireNonNull(context, "context");
    }

    /**
     * Adds a policy after those that are here, with its initial state.
     *
     * @param policy the policy
     * @throws IllegalArgumentException if its name is empty or taken, or if it gives no selector or no initial state;
     *     the registry is as it was
     */
    public void register(ToolPolicy policy) {
        Registration added = Registration.of(policy);
        Memory memory = new Memory(added.initialState(), null);
        state.updateAndGet(before -> {
            if (before.named(added.name()).isPresent()) {
                throw new IllegalArgumentException("two policies are named \"" + added.name() + "\"");
            }
            return before.with(added, memory);
        });
    }

    /**
     * Removes a policy and forgets what it remembered.
     *
     * @param name the policy's name
     * @return true if it was here
     */
    public boolean unregister(String name) {
        RegistryState before = state.getAndUpdate(current ->
                current.named(name).map(current::without).orElse(current));
        return before.named(name).isPresent();
    }

    /**
     * Lets a policy begin anew: it forgets what it remembered and is no longer degraded.
     *
     * @param name the policy's name
     * @return true if it is here
     */
    public boolean reset(String name) {
        RegistryState before = state.getAndUpdate(current -> current.named(name)
                .map(policy -> current.with(policy, new Memory(policy.initialState(), null)))
                .orElse(current));
        return before.named(name).isPresent();
    }

    /**
     * The policies that govern a tool.
     *
     * @param tool the tool's name
     * @return an immutable list, in the order of registration
     */
    public List<ToolPolicy> policiesFor(String tool) {
        return state.get().governing(tool).stream().map(Registration::policy).toList();
    }

    /**
     * What the policies would say of a call now, while its arguments still stream. It changes nothing and nobody is
     * told. A policy is asked as soon as the parameters that it needs are there, whatever those before it still wait for:
     * a denial by any is a denial. Which of several denials the model is told can change until the call is checked.
     *
     * @param call the call with those top-level parameters that are complete
     * @param complete whether these are all its arguments, valid and with their defaults
     * @return the answer as of now
     */
    public PolicyPreview preview(ToolCall call, boolean complete) {
        RegistryState now = state.get();
        PolicyPreview preview = new PolicyPreview.Allowed();
        for (Registration policy : now.governing(call.tool())) {
            Optional<PolicyDecision> decision = previewOf(policy, call, complete, remembered(now, policy));
            if (decision.isPresent() && decision.get() instanceof PolicyDecision.Denied denied) {
                return new PolicyPreview.Denied(PolicyDenial.of(policy.name(), denied));
            }
            if (decision.isEmpty() && preview instanceof PolicyPreview.Allowed) {
                preview = new PolicyPreview.Waiting(policy.name());
            }
        }
        return preview;
    }

    private Optional<PolicyDecision> previewOf(Registration policy, ToolCall call, boolean complete, Memory memory) {
        try {
            return complete || isKnown(policy.policy().needs(call.tool()), call)
                    ? Optional.of(ask(policy, call, memory))
                    : Optional.empty();
        } catch (Throwable failure) {
            passThrough(failure);
            return Optional.of(failed(policy, failure));
        }
    }

    private static boolean isKnown(ArgumentNeeds declared, ToolCall call) {
        ArgumentNeeds needs = Registration.given(declared);
        return needs != null
                && !needs.everything()
                && needs.parameters().stream().allMatch(call.arguments()::has);
    }

    /**
     * Checks a call just before it runs.
     *
     * @param call the call with all its arguments, valid and with their defaults
     * @return what the policies say, and who they are; hand it to {@link #succeeded} if the call runs and succeeds
     */
    public CheckedCall check(ToolCall call) {
        RegistryState now = state.get();
        List<Registration> selected = now.governing(call.tool());
        for (Registration policy : selected) {
            if (ask(policy, call, remembered(now, policy)) instanceof PolicyDecision.Denied denied) {
                return new CheckedCall(this, call, now, selected, PolicyDenial.of(policy.name(), denied));
            }
        }
        return new CheckedCall(this, call, now, selected, null);
    }

    /**
     * Asks every policy that governs a call, also those after a denial. It changes nothing and nobody is told.
     *
     * @param call the call with all its arguments
     * @return an immutable map of answers by policy name, in the order of registration
     */
    public Map<String, PolicyDecision> explain(ToolCall call) {
        RegistryState now = state.get();
        Map<String, PolicyDecision> answers = new LinkedHashMap<>();
        for (Registration policy : now.governing(call.tool())) {
            answers.put(policy.name(), ask(policy, call, remembered(now, policy)));
        }
        return Collections.unmodifiableMap(answers);
    }

    /**
     * Tells the policies that checked a call that it ran and succeeded; to be called once, and never for a call that
     * failed, timed out or was cancelled. All of them are told, in order, even if one fails: the call's effect is
     * there, so the failure is remembered against the policy and not thrown.
     *
     * @param checked the call as {@link #check} returned it
     * @param value what the handler returned
     * @throws IllegalStateException if the call was denied, was told of before, or was checked by another registry
     */
    public void succeeded(CheckedCall checked, JsonNode value) {
        checked.claimTelling(this);
        ToolResult result = ToolResult.success(value);
        Telling telling;
        RegistryState before;
        do {
            before = state.get();
            telling = new Telling(checked, result, context, before);
        } while (!state.compareAndSet(before, telling.after()));
        telling.passOn();
    }

    private PolicyDecision ask(Registration policy, ToolCall call, Memory memory) {
        if (memory.fault() != null) {
            return PolicyDecision.deny("Policy '" + policy.name() + "' denies until it is reset: it failed with "
                    + memory.fault() + " when it was told of a result");
        }
        try {
            PolicyDecision decision = Registration.given(policy.policy().check(call, memory.state(), context));
            return decision != null
                    ? decision
                    : PolicyDecision.deny("Policy '" + policy.name() + "' failed: it gave no decision");
        } catch (Throwable failure) {
            passThrough(failure);
            return failed(policy, failure);
        }
    }

    /** The error's message stays here: it was not written for a model and may hold secrets. */
    private static PolicyDecision failed(Registration policy, Throwable failure) {
        String error = failure.getClass().getName();
        return PolicyDecision.deny(
                "Policy '" + policy.name() + "' failed: " + error, Map.of("error", TextNode.valueOf(error)));
    }

    private static Memory remembered(RegistryState now, Registration policy) {
        return Objects.requireNonNull(now.memory(policy), "memory");
    }

    private static void passThrough(Throwable failure) {
        if (failure instanceof VirtualMachineError error) {
            throw error;
        }
        if (isCancellation(failure)) {
            PolicyRegistry.<RuntimeException>throwAsIs(failure);
        }
    }

    /** Whether somebody gave up waiting; an {@link InterruptedException} comes undeclared from other languages. */
    static boolean isCancellation(Throwable failure) {
        return failure instanceof CancellationException || failure instanceof InterruptedException;
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void throwAsIs(Throwable failure) throws E {
        throw (E) failure;
    }
}
