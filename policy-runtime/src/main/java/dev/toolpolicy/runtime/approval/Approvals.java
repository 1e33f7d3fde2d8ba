package dev.toolpolicy.runtime.approval;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.internal.remember.StoredApprovals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The approvals in a store, of all its sessions: open requests, answers, and what became of the calls. It needs neither
 * an engine nor tools, so another process can show the requests to people.
 *
 * <p>An answer is given to an {@link Approval} as a person saw it. It covers that call with those arguments, and is
 * rejected if the stored request differs. Answers are final: of two concurrent answers, the second is rejected.
 *
 * <p>Safe for use from any thread. Not to be implemented by users.
 */
public interface Approvals {
    /**
     * Creates access to the approvals of a store.
     *
     * @param settings the store, the clock by which approvals expire, and who may answer
     * @return the approvals of all its sessions
     */
    static Approvals of(SessionSettings settings) {
        return new StoredApprovals(settings, StoredApprovals.EditCheck.NONE);
    }

    /**
     * Creates access to the approvals of a store, with edits that an engine's tools and rules check.
     *
     * @param settings the store, the clock by which approvals expire, and who may answer
     * @param engine the engine
     * @return the approvals of all its sessions
     */
    static Approvals of(SessionSettings settings, PolicyEngine engine) {
        return new StoredApprovals(settings, StoredApprovals.checkOf(engine));
    }

    /**
     * Lists approvals, those that expired a while ago excepted. No session hides the requests of another: first come those
     * that were the only one of their session when they were made, then those that were the second one, then the third
     * and fourth, then the fifth to eighth, and so on. Of these, the one that expires first comes first.
     *
     * @param query which ones
     * @return an immutable list, in an order that stays the same when requests are answered
     * @throws StoreException if they can't be read
     */
    List<Approval> list(ApprovalQuery query);

    /**
     * Counts the requests that wait for an answer.
     *
     * @return their number in each session that has one
     * @throws StoreException if they can't be counted
     */
    Map<String, Integer> countPending();

    /**
     * Finds an approval.
     *
     * @param id the approval's id
     * @return the approval with its current status; empty if it doesn't exist or was removed
     * @throws StoreException if it can't be read
     */
    Optional<Approval> find(String id);

    /**
     * Finds the call that waits behind another one and may run when that has ended.
     *
     * @param before the approval of the call before it
     * @return its approval, which needs no answer any more; empty if there is none
     * @throws StoreException if it can't be read
     */
    default Optional<Approval> behind(Approval before) {
        ApprovalQuery granted = ApprovalQuery.all().ofSession(before.session()).in(Approval.Status.GRANTED);
        return list(granted.atMost(Integer.MAX_VALUE)).stream()
                .filter(each -> each.behind().equals(Optional.of(before.id())))
                .findFirst();
    }

    /**
     * Approves a call: it may run once.
     *
     * @param shown the request as the approver saw it
     * @param approver the person who answers, for the record
     * @return the approval with its answer
     * @throws IllegalArgumentException if the approver is blank
     * @throws IllegalStateException if the request doesn't exist, isn't pending, or isn't the one that was shown
     * @throws SecurityException if the service's settings say that this person may not answer
     * @throws StoreException if storing the answer failed; it may have been stored
     */
    Approval approve(Approval shown, String approver);

    /**
     * Approves a call with other arguments, where {@link Approval#canEdit} says so. The approvals of an engine check them
     * first, so that the approver can correct them. They are checked again when the call is resumed.
     *
     * @param shown the request as the approver saw it
     * @param arguments the arguments with which the call runs
     * @param approver the person who answers, for the record
     * @return the approval with its answer
     * @throws IllegalArgumentException if the call can't run with these arguments, with the problem as its message; also
     *     if the approver is blank
     * @throws IllegalStateException as for {@link #approve}; also if the arguments must not be edited
     * @throws SecurityException if the service's settings say that this person may not answer
     * @throws StoreException if storing the answer failed; it may have been stored
     */
    Approval edit(Approval shown, ObjectNode arguments, String approver);

    /**
     * Declines a call: it must not run.
     *
     * @param shown the request
     * @param approver the person who answers, for the record
     * @param reason the reason, for the model
     * @return the approval with its answer
     * @throws IllegalArgumentException if the approver is blank
     * @throws IllegalStateException if the request doesn't exist, isn't pending, or isn't the one that was shown
     * @throws SecurityException if the service's settings say that this person may not answer
     * @throws StoreException if storing the answer failed; it may have been stored
     */
    Approval decline(Approval shown, String approver, String reason);
}
