package dev.toolpolicy.runtime;

import dev.toolpolicy.Fact;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.store.PolicySnapshot;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.List;
import java.util.Map;

/**
 * The policies of one session, in order, with the state of each. Not to be implemented by users.
 *
 * <p>Safe for use from any thread. The session's state is one value that changes by compare-and-set in the session's
 * store, so other processes that serve the session see each change.
 */
public interface SessionPolicies {
    /**
     * Adds a policy after the registered ones, with its state from the store or its initial state.
     *
     * @throws IllegalArgumentException if its name is empty or taken, or if it has no selector or initial state;
     *     nothing changes
     */
    void register(ToolPolicy policy);

    /**
     * Removes a policy and its state. The record of successful calls, which all requirements share, stays. Limits by a
     * fact belong to all sessions; they can't be removed or reset here, and this returns false.
     *
     * @return true if it was registered
     * @throws StoreException if its state can't be removed; the policy stays
     */
    boolean unregister(String name);

    /**
     * Resets a policy: removes its state, and its failures if it was degraded. A requirement must then be met again:
     * the successful calls that it asks for are removed from the session's record, except for those that another
     * requirement of this session asks for. Limits by a fact belong to all sessions; they can't be removed or reset
     * here, and this returns false.
     *
     * @return true if it is registered
     * @throws StoreException if its state can't be removed
     */
    boolean reset(String name);

    /**
     * Returns the policies that cover a tool.
     *
     * @return an immutable list, in the order of registration
     */
    List<ToolPolicy> policiesFor(String tool);

    /** Returns the approvals in the session's store, of all its sessions. */
    Approvals approvals();

    /**
     * Asks every policy that covers a call, including those after a denial. Nothing changes and policies aren't
     * notified.
     *
     * @param call the call with all its arguments
     * @return an immutable map of decisions by policy name, in the order of registration
     * @throws StoreException if the session's state can't be read
     */
    Map<String, PolicyDecision> explain(ToolCall call);

    /**
     * Sets a fact that the session's policies can read.
     *
     * @param value its new value
     * @param <T> the value's type
     * @throws StoreException if it can't be stored
     */
    <T> void putFact(Fact<T> fact, T value);

    /**
     * Removes a fact, if the session has it.
     *
     * @throws StoreException if it can't be removed
     */
    void removeFact(Fact<?> fact);

    /**
     * Returns the current session state, for handlers and services that need to read it.
     *
     * @throws StoreException if it can't be read
     */
    PolicyContext context();

    /**
     * Returns a snapshot of the session's state, which can be kept and {@linkplain #restore restored}.
     *
     * @throws StoreException if the state can't be read
     */
    PolicySnapshot snapshot();

    /**
     * Restores the session's state from a snapshot, in one change. The snapshot's policies may have changed since, and
     * some may not be registered here: each finds the state of its name and kind. Policies that the snapshot doesn't
     * contain start with their initial state. Facts are those of the snapshot. Calls that started later no longer count.
     *
     * @param snapshot the snapshot
     * @throws IllegalArgumentException if the snapshot is of another session; the session is unchanged
     * @throws StoreException if it can't be stored
     */
    void restore(PolicySnapshot snapshot);

    /**
     * Restores as {@link #restore} does, for a host that puts the model's context of that time back too. The snapshot's
     * labels and sets replace those of the session. With {@link #restore}, the snapshot's labels join the session's, and
     * of each set the values stay that both have.
     *
     * @param snapshot the snapshot; one without labels brings every label
     * @throws IllegalArgumentException as {@link #restore} does
     * @throws StoreException if it can't be stored
     */
    void restoreWithContext(PolicySnapshot snapshot);

    /**
     * Restores the policies as {@link #restore} does, when a conversation is rolled back to an earlier turn. Policies
     * that {@linkplain ToolPolicy#survivesRollback survive a rollback} keep their current state, and facts keep their
     * current values. State of policies that aren't registered here stays as it is.
     *
     * @param snapshot a snapshot of that turn
     * @throws IllegalArgumentException as {@link #restore} does
     * @throws StoreException if it can't be stored
     */
    void rollBack(PolicySnapshot snapshot);

    /**
     * Removes the session's state, in its store too, and forgets the answers of people that are remembered for the
     * session in this process. Other processes that serve the session keep the answers that they remember.
     *
     * @throws StoreException if it can't be removed
     */
    void clear();
}
