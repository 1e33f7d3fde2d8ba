package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.CallLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The comparison of the limits of a tool or of a pattern. All limits of a list hold, so a list loosens nothing if each
 * old limit is implied by one of the new ones.
 *
 * @param before the old limits
 * @param after the new limits
 * @param sameRules whether the rules are the same, so that a rule of a name decides on the same calls
 */
record LimitComparison(List<CallLimit> before, List<CallLimit> after, boolean sameRules) {

    /** Makes the reasons equal, and the marks of single nodes: neither changes a decision. */
    LimitComparison {
        before = before.stream().map(each -> each.because("").onSingleNode()).toList();
        after = after.stream().map(each -> each.because("").onSingleNode()).toList();
    }

    boolean mayLoosen() {
        return !before.stream().allMatch(this::isImplied);
    }

    private boolean isImplied(CallLimit old) {
        return after.stream().anyMatch(each -> implies(each, old));
    }

    /** Returns whether every call that the other limit denies is denied by this one too. */
    private boolean implies(CallLimit limit, CallLimit other) {
        return countsAlike(limit, other) && limit.most().compareTo(other.most()) <= 0 && isAsLong(limit, other);
    }

    /** Returns whether a limit counts what another counts, and goes on with its counts. */
    private boolean countsAlike(CallLimit limit, CallLimit other) {
        return limit.kind() == other.kind()
                && limit.amount().equals(other.amount())
                && limit.by().equals(other.by())
                && limit.rule().equals(other.rule())
                && (sameRules || limit.rule().isEmpty());
    }

    /** Returns whether a limit counts for as long as another: a whole session, or no shorter time. */
    private static boolean isAsLong(CallLimit limit, CallLimit other) {
        Optional<Duration> time = limit.per();
        return time.isEmpty()
                || other.per().filter(than -> time.get().compareTo(than) >= 0).isPresent();
    }

    /** Returns the changes in words; empty if nothing changes. */
    String text() {
        List<CallLimit> dropped = new ArrayList<>(before);
        dropped.removeAll(after);
        List<CallLimit> added = new ArrayList<>(after);
        added.removeAll(before);
        List<String> words = new ArrayList<>();
        for (CallLimit old : dropped) {
            Optional<CallLimit> next =
                    added.stream().filter(each -> countsAlike(each, old)).findFirst();
            next.ifPresent(added::remove);
            words.add(next.map(each -> each + " in place of " + old + " (" + judgement(each, old) + ")")
                    .orElseGet(() -> "no longer " + old + (isImplied(old) ? ", which another limit implies" : "")));
        }
        added.forEach(each -> words.add("now also " + each));
        return String.join("; ", words);
    }

    private String judgement(CallLimit now, CallLimit old) {
        return implies(now, old) ? "stricter" : implies(old, now) ? "looser" : "neither stricter nor looser";
    }
}
