package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.decide.Facts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a session's flows in the reason to ask about one call. It is found once for each decision: a request is
 * refreshed while its call's text arrives. For one thread at a time.
 */
final class ReasonFlows {
    private @Nullable Found last;

    /** A reason with what was found for a decision. */
    private record Found(RuleDecision by, Facts facts, ApprovalReason reason) {}

    /** Returns a reason with what the session's labels and sets have to do with it. */
    ApprovalReason added(ApprovalReason reason, PreparedTool tool, RuleDecision by, Facts facts) {
        Found found = last;
        if (found == null || found.facts() != facts || !found.by().equals(by)) {
            found = new Found(by, facts, new FlowEvidence(tool, Optional.of(by), facts, null).added(reason));
            last = found;
        }
        ApprovalReason same = found.reason();
        return reason.withFlows(same.labels(), same.evidence(), same.isBelowSets());
    }
}
