package dev.toolpolicy.runtime.approval;

import dev.toolpolicy.runtime.internal.remember.StoredApprovals;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.StoreException;
import java.util.List;
import java.util.Optional;

/**
 * The approvals in a store, of all its sessions: open requests and answers. It needs neither an engine nor tools, so
 * another process can show the requests to people.
 *
 * <p>Safe for use from any thread. An answer is final: of two concurrent answers, the second is rejected.
 *
 * <p>Not to be implemented by users.
 */
public interface Approvals {
    /**
     * Creates access to the approvals of a store.
     *
     * @param settings the store, and the clock by which approvals expire
     * @return the approvals of all its sessions
     */
    static Approvals of(SessionSettings settings) {
        return new StoredApprovals(settings);
    }

    /**
     * Returns the open requests of all sessions.
     *
     * @param limit the maximum number of requests, at least 1; answered ones don't count
     * @return an immutable list by session and id
     * @throws StoreException if they can't be read
     */
    List<Approval> pending(int limit);

    /**
     * Finds an approval.
     *
     * @param session the session's id
     * @param id the approval's id
     * @return the approval with its current status; empty if it doesn't exist or was removed
     * @throws StoreException if it can't be read
     */
    Optional<Approval> find(String session, String id);

    /**
     * Grants a request: the call may run once.
     *
     * @param session the session's id
     * @param id the approval's id
     * @param approver the person who answers, for the record
     * @return the granted approval
     * @throws IllegalStateException if the request doesn't exist or isn't pending
     * @throws StoreException if storing the answer failed; it may have been stored
     */
    Approval grant(String session, String id, String approver);

    /**
     * Declines a request: the call must not run.
     *
     * @param session the session's id
     * @param id the approval's id
     * @param approver the person who answers, for the record
     * @param reason the reason, for the model
     * @return the declined approval
     * @throws IllegalStateException if the request doesn't exist or isn't pending
     * @throws StoreException if storing the answer failed; it may have been stored
     */
    Approval decline(String session, String id, String approver, String reason);
}
