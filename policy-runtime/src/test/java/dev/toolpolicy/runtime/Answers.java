package dev.toolpolicy.runtime;

import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.Approvals;

/** Answers to stored requests by a person who sees them as they are now. */
public final class Answers {
    private Answers() {}

    /** Approves a request. */
    public static Approval approve(Approvals approvals, String id, String who) {
        return approvals.approve(approvals.find(id).orElseThrow(), who);
    }

    /** Declines a request. */
    public static Approval decline(Approvals approvals, String id, String who, String reason) {
        return approvals.decline(approvals.find(id).orElseThrow(), who, reason);
    }
}
