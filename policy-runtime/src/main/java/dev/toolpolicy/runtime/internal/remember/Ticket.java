package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.call.PolicyDenial;
import java.time.Duration;
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
 * @param now what asks for approval of the call now
 */
public record Ticket(String approval, Asker now) {

    /** The rules that ask about a call. */
    public interface Asker {
        /** Returns the fingerprint of the tool's current schema and rules. */
        String rules();

        /** Returns the rule that decides about arguments and the path that needs approval, in words. */
        String words(ObjectNode arguments);

        /** Returns arguments as a call of the tool has them, with their defaults; the same ones if they don't fit it. */
        ObjectNode completed(ObjectNode arguments);

        /** Returns where links in paths of the arguments lead. */
        Set<String> links(ObjectNode arguments);

        /** Returns whether the rules ask about the call. */
        boolean asks();
    }

    /**
     * Returns the denial if the approval isn't valid for this run; null if it is.
     *
     * @param needs gives the policies that need an approval of the call now
     */
    @Nullable
    PolicyDenial denial(
            Draft draft, ToolCall call, List<Registration> governing, Moment moment, Supplier<Set<String>> needs) {
        StoredApproval stored = StoredApproval.in(draft::get, approval);
        if (stored == null) {
            return denied("Not run: this session has no such approval.");
        }
        Approval.Status status = stored.status(moment.time(), moment.timeout());
        if (status != Approval.Status.GRANTED) {
            String reason = "Not run: the approval of this call " + words(status) + ".";
            return new PolicyDenial(
                    CheckedCall.APPROVAL,
                    reason,
                    UnusedApproval.metadata(status, stored.reason(), stored.by().orElse("")));
        }
        if (stored.behind().filter(before -> isOpen(draft, before, moment)).isPresent()) {
            return new PolicyDenial(
                    CheckedCall.APPROVAL,
                    "Not run yet: this call waits until the call before it has ended.",
                    UnusedApproval.metadata(Approval.Status.PENDING, "", ""));
        }
        if (!stored.isFor(call, now)) {
            return denied("Not run: the approval of this call was given for other arguments.");
        }
        if (!stored.links(now).containsAll(now.links(call.arguments()))) {
            return denied("Not run: an edited path leads elsewhere than the approver was shown.");
        }
        Set<String> needed = needs.get();
        boolean same = stored.isUnder(now.rules(), governing) && stored.isAskedBy(now, needed);
        boolean nothingAsks = !now.asks() && needed.isEmpty();
        return same || nothingAsks
                ? null
                : new PolicyDenial(
                        CheckedCall.APPROVAL,
                        "Not run: another rule asks for approval of this call now.",
                        UnusedApproval.changed());
    }

    /**
     * The time of a check.
     *
     * @param time the time
     * @param timeout how long a call may run until its outcome counts as lost
     */
    record Moment(Instant time, Duration timeout) {}

    private static boolean isOpen(Draft draft, String id, Moment moment) {
        StoredApproval stored = StoredApproval.in(draft::get, id);
        return stored != null && stored.status(moment.time(), moment.timeout()).isOpen();
    }

    private static String words(Approval.Status status) {
        return switch (status) {
            case PENDING -> "has no answer yet";
            case GRANTED -> "is given";
            case DECLINED -> "was declined";
            case EXPIRED -> "has expired";
            case RUNNING -> "was used before, and the call is running";
            case RAN -> "was used before, and the call ran";
            case FAILED -> "was used before, and the call ran and failed";
            case LOST -> "was used before; the call began and its outcome is unknown";
        };
    }

    private static PolicyDenial denied(String reason) {
        return new PolicyDenial(CheckedCall.APPROVAL, reason, Map.of());
    }

    /** Returns whether this attempt has used the approval. */
    boolean isSpentBy(String attempt, Draft draft) {
        StoredApproval stored = StoredApproval.in(draft::get, approval);
        return stored != null && stored.isSpentBy(attempt);
    }

    /** Uses the approval for the run that starts. Returns who gave it. */
    Optional<String> spend(Draft draft, Instant time, String attempt) {
        StoredApproval stored = StoredApproval.in(draft::get, approval);
        if (stored == null) {
            return Optional.empty();
        }
        stored.begun(time, attempt).put(draft, approval);
        return stored.by();
    }

    /** Records what became of the run that used an approval, if this attempt did. */
    static void end(Draft draft, @Nullable String approval, String attempt, Approval.Status end) {
        StoredApproval stored = StoredApproval.in(draft::get, approval);
        if (approval != null && stored != null && stored.isSpentBy(attempt)) {
            stored.ended(end).put(draft, approval);
        }
    }
}
