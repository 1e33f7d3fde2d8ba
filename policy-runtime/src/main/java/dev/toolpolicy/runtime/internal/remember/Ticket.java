package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.PolicyDenial;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The approval that a call uses.
 *
 * @param approval the approval's id
 * @param rules the fingerprint of the tool's current schema and rules
 * @param asker the rule that decides and the path that needs approval, in words
 */
record Ticket(String approval, String rules, String asker) {

    /**
     * Returns the denial if the approval isn't valid for this run; null if it is.
     *
     * @param needs gives the policies that need an approval of the call now
     */
    @Nullable
    PolicyDenial denial(
            Draft draft, ToolCall call, List<Registration> governing, Instant now, Supplier<Set<String>> needs) {
        JsonNode part = draft.get(SessionState.APPROVAL + approval);
        if (part == null) {
            return denied("Not run: this session has no such approval.");
        }
        StoredApproval stored = StoredApproval.read(part);
        Approval.Status status = stored.status(now);
        if (status != Approval.Status.GRANTED) {
            String reason = "Not run: the approval of this call " + words(status) + ".";
            return status == Approval.Status.DECLINED
                    ? new PolicyDenial(CheckedCall.APPROVAL, reason, DeclinedApproval.metadata(stored.reason()))
                    : denied(reason);
        }
        if (!stored.isFor(call, rules, governing)) {
            return denied("Not run: the approval of this call was given for other arguments, or under another policy.");
        }
        return stored.isAskedBy(asker, needs.get())
                ? null
                : denied("Not run: another rule asks for approval of this call now. Request approval again.");
    }

    private static String words(Approval.Status status) {
        return switch (status) {
            case PENDING -> "has no answer yet";
            case GRANTED -> "is given";
            case DECLINED -> "was declined";
            case SPENT -> "was used before";
            case EXPIRED -> "has expired";
        };
    }

    private static PolicyDenial denied(String reason) {
        return new PolicyDenial(CheckedCall.APPROVAL, reason, Map.of());
    }

    /** Returns whether this attempt has used the approval. */
    boolean isSpentBy(String attempt, Draft draft) {
        JsonNode part = draft.get(SessionState.APPROVAL + approval);
        return part != null && StoredApproval.read(part).isSpentBy(attempt);
    }

    /** Uses the approval for the run that starts. Returns who gave it. */
    Optional<String> spend(Draft draft, Instant now, String attempt) {
        String name = SessionState.APPROVAL + approval;
        JsonNode part = draft.get(name);
        if (part == null) {
            return Optional.empty();
        }
        StoredApproval stored = StoredApproval.read(part);
        draft.put(name, stored.spent(now, attempt).write());
        return stored.by();
    }
}
