package dev.toolpolicy.runtime.internal.approve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The answers that a session remembers, by tool and deciding rule of the tool's exact list, and by arguments where the
 * rule says too little about them. A changed list asks again, and so does a call whose answer was forgotten, because
 * there are too many. Safe for use from any thread.
 */
public final class RememberedAnswers {
    private static final int MOST = 1_000;

    /** The arguments are their digest and where their links lead; empty if the answer is for all. */
    private record Key(
            String tool,
            String terms,
            OptionalInt rule,
            Optional<String> guarded,
            boolean unread,
            Optional<String> arguments) {
        Key with(String known) {
            return new Key(tool, terms, rule, guarded, unread, Optional.of(known));
        }

        Key forAll() {
            return new Key(tool, terms, rule, guarded, unread, Optional.empty());
        }
    }

    /** An answer, and the labels that the session had then. */
    private record Given(Answer answer, Set<String> labels) {
        /** Returns whether the answer counts under other labels: an approval only if none has joined. */
        boolean counts(Set<String> now) {
            return answer.kind() == Answer.Kind.DECLINE || labels.containsAll(now);
        }
    }

    /**
     * A call that needs an approval.
     *
     * @param tool the tool's name
     * @param terms the fingerprint of its schema and list
     * @param reason the reason why approval is needed
     * @param arguments the arguments of the complete call; empty if it isn't complete
     */
    public record Asked(String tool, String terms, ApprovalReason reason, Optional<ObjectNode> arguments) {
        private Key key() {
            return new Key(
                    tool,
                    terms,
                    reason.index(),
                    reason.guarded(),
                    reason.unread().isPresent(),
                    Optional.empty());
        }

        /** Returns the calls with the same arguments and targets of links; empty if this one isn't complete. */
        private Optional<Key> same() {
            return arguments.map(known -> key().with(JsonDigest.of(known) + reason.links()));
        }

        /** Returns the later calls that an answer covers; empty if it is for its call only. */
        private Optional<Key> covered(Answer answer) {
            if (!answer.isRemembered()) {
                return Optional.empty();
            } else if (answer.kind() == Answer.Kind.DECLINE) {
                return reason.canRememberDecline() ? Optional.of(key()) : Optional.empty();
            } else if (answer.kind() != Answer.Kind.APPROVE || !reason.canRememberApproval()) {
                return Optional.empty();
            }
            return reason.coversSameArgumentsOnly() ? same() : Optional.of(key());
        }
    }

    private final Map<Key, Given> answers = new LinkedHashMap<>();

    /**
     * Remembers an answer for later calls, if it asks for that and may be remembered. Approvals are remembered only for
     * an {@code ask} by a rule, never for the default, a path or a policy.
     */
    public synchronized void keep(Asked asked, Answer answer) {
        asked.covered(answer)
                .ifPresent(calls ->
                        answers.put(calls, new Given(answer, asked.reason().labels())));
        if (answers.size() > MOST) {
            answers.remove(answers.keySet().iterator().next());
        }
    }

    synchronized void clear() {
        answers.clear();
    }

    /**
     * Returns whether approvals of calls such as this are remembered for their arguments, so that only the complete call
     * tells whether one covers it.
     */
    public synchronized boolean dependsOnArguments(Asked asked) {
        Key key = asked.key();
        return asked.reason().coversSameArgumentsOnly()
                && !answers.containsKey(key)
                && answers.keySet().stream().anyMatch(each -> each.forAll().equals(key));
    }

    /** Returns a remembered answer for calls such as this. */
    public synchronized Optional<Reply> find(Asked asked) {
        return given(asked)
                .filter(given -> asked.reason().canRememberDecline()
                        && given.counts(asked.reason().labels()))
                .map(given -> new Reply(given.answer(), AnswerSource.MEMORY));
    }

    /**
     * Returns the labels that joined the session since a remembered approval, which therefore doesn't count.
     *
     * @return the labels in order; none if no approval would cover the call
     */
    public synchronized Set<String> joined(Asked asked) {
        Set<String> joined = new TreeSet<>();
        Set<String> now = asked.reason().labels();
        given(asked).filter(given -> !given.counts(now)).ifPresent(given -> {
            joined.addAll(now);
            joined.removeAll(given.labels());
        });
        return joined;
    }

    private Optional<Given> given(Asked asked) {
        Given forAll = answers.get(asked.key());
        return forAll != null || !asked.reason().coversSameArgumentsOnly()
                ? Optional.ofNullable(forAll)
                : asked.same().map(answers::get);
    }
}
