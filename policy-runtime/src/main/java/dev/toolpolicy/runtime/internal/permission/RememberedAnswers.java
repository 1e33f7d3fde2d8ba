package dev.toolpolicy.runtime.internal.permission;

import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.runtime.permission.Answer.Approve;
import dev.toolpolicy.runtime.permission.Answer.Decline;
import dev.toolpolicy.runtime.permission.ApprovalReason;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The answers that a session remembers, by tool and deciding rule of the tool's exact list. A changed list asks again.
 * Safe for use from any thread.
 */
final class RememberedAnswers {
    private record Key(String tool, String terms, OptionalInt rule, Optional<String> guarded, boolean unread) {}

    private final ConcurrentMap<Key, Answer> answers = new ConcurrentHashMap<>();

    private static Key key(String tool, String terms, ApprovalReason reason) {
        return new Key(
                tool, terms, reason.index(), reason.guarded(), reason.unread().isPresent());
    }

    void keep(String tool, String terms, ApprovalReason reason, Answer answer) {
        boolean approves = answer instanceof Approve approve && approve.remember();
        boolean kept = approves && reason.canRememberApproval() || declines(answer) && reason.canRememberDecline();
        if (kept) {
            answers.put(key(tool, terms, reason), answer);
        }
    }

    private static boolean declines(Answer answer) {
        return answer instanceof Decline decline && decline.remember();
    }

    void clear() {
        answers.clear();
    }

    Optional<Answer> find(String tool, String terms, ApprovalReason reason) {
        return reason.canRememberDecline()
                ? Optional.ofNullable(answers.get(key(tool, terms, reason)))
                : Optional.empty();
    }
}
