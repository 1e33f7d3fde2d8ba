package dev.toolpolicy.runtime.approval;

import dev.toolpolicy.runtime.internal.fault.Require;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A query for stored approvals. Immutable.
 *
 * @param status the status; null for all
 * @param session the session's id; null for all
 * @param tool the tool's name; null for all
 * @param askedBefore only requests that were made before this time; null for all
 * @param answered whether only approvals are listed that were answered or needed no answer; the one that expires last comes first
 * @param after the last approval of the page before, exclusive; null for the first page
 * @param limit the maximum number of approvals, at least 1
 */
public record ApprovalQuery(
        Approval.@Nullable Status status,
        @Nullable String session,
        @Nullable String tool,
        @Nullable Instant askedBefore,
        boolean answered,
        @Nullable Approval after,
        int limit) {
    private static final int LIMIT = 100;

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public ApprovalQuery {
        Require.atLeastOne("limit", limit);
    }

    /** Returns the query for at most 100 approvals of any kind. */
    public static ApprovalQuery all() {
        return new ApprovalQuery(null, null, null, null, false, null, LIMIT);
    }

    /** Returns the query for at most 100 requests without an answer. */
    public static ApprovalQuery pending() {
        return all().in(Approval.Status.PENDING);
    }

    /**
     * Returns the query for at most 100 approvals that were answered or needed no answer. The one that expires last comes
     * first.
     */
    public static ApprovalQuery ofAnswered() {
        return new ApprovalQuery(null, null, null, null, true, null, LIMIT);
    }

    /** Returns the query for one status. */
    public ApprovalQuery in(Approval.Status newStatus) {
        return new ApprovalQuery(newStatus, session, tool, askedBefore, answered, after, limit);
    }

    /** Returns the query for one session. */
    public ApprovalQuery ofSession(String newSession) {
        return new ApprovalQuery(status, newSession, tool, askedBefore, answered, after, limit);
    }

    /** Returns the query for one tool. */
    public ApprovalQuery ofTool(String newTool) {
        return new ApprovalQuery(status, session, newTool, askedBefore, answered, after, limit);
    }

    /** Returns the query for requests that were made before a time. */
    public ApprovalQuery before(Instant newAskedBefore) {
        return new ApprovalQuery(status, session, tool, newAskedBefore, answered, after, limit);
    }

    /** Returns the query for the page behind an approval. */
    public ApprovalQuery pageAfter(Approval last) {
        return new ApprovalQuery(status, session, tool, askedBefore, answered, last, limit);
    }

    /**
     * Returns the query with another limit.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public ApprovalQuery atMost(int newLimit) {
        return new ApprovalQuery(status, session, tool, askedBefore, answered, after, newLimit);
    }
}
