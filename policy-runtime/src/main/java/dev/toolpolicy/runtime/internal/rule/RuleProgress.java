package dev.toolpolicy.runtime.internal.rule;

import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.internal.place.Place;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of a list's rules for one call, and the decision that follows. Going down the list, only the first rule
 * that isn't eliminated can decide. If it matches, it decides; if it is open, the decision waits for it. So only the
 * first matching rule is kept, and for each place the first open rule. Both change in one direction only. There is a
 * verdict, that of the complete arguments, once no place has an open rule before the first match. An allow also waits
 * for the guards of all paths.
 *
 * <p>Reused for one call after the other. It allocates nothing, except for a verdict that a guard changes. Not
 * thread-safe.
 */
final class RuleProgress {
    private final FirstRules rules;
    /** For each place, the lowest open rule of those that one value makes hold. */
    private final int[] openAny;
    /** For each place, the lowest rule that didn't fail of those that need every value. */
    private final int[] openAll;
    /** Whether there was a value at a place with rules that need every value. */
    private final boolean[] reached;
    /** Which rules, that need every value, had one that failed. */
    private final boolean[] failed;

    private final boolean[] guardsDone;
    /** The lowest rule that matched; the list's length if none did. */
    private int matched;
    /** The first place that may have an open rule below the one that matched. */
    private int firstPlace;

    private int firstGuard;
    private int guardHit;
    private @Nullable RuleDecision verdict;

    RuleProgress(FirstRules rules) {
        this.rules = rules;
        int places = rules.places();
        openAny = new int[places];
        openAll = new int[places];
        reached = new boolean[places];
        failed = new boolean[rules.size()];
        guardsDone = new boolean[rules.guards()];
        reset();
    }

    /** Begins with another call. */
    void reset() {
        System.arraycopy(rules.lowestAny(), 0, openAny, 0, openAny.length);
        System.arraycopy(rules.lowestAll(), 0, openAll, 0, openAll.length);
        if (rules.needsAll()) {
            Arrays.fill(reached, false);
            Arrays.fill(failed, false);
        }
        Arrays.fill(guardsDone, false);
        matched = rules.firstCatchAll();
        firstPlace = 0;
        firstGuard = 0;
        guardHit = Place.NONE;
        verdict = null;
    }

    /** Returns the lowest rule that matched; those above it don't matter. */
    int matched() {
        return matched;
    }

    /** Records that a rule matched; {@link Place#NONE} has no effect. */
    void match(int rule) {
        matched = Math.min(matched, rule);
    }

    /** Records a value for the rules at a place that need all values to match. */
    void reach(Place place) {
        reached[place.number()] = true;
    }

    /** Records a complete value. */
    void value(Place place, PlaceRules at, Outcome outcome) {
        match(outcome.first());
        reach(place);
        fail(place, at, outcome);
    }

    /** Sets the lowest open rule at a place with a single value, of the rules that one matching value satisfies. */
    void open(Place place, int rule) {
        openAny[place.number()] = rule;
    }

    /** Records that a value fails rules at a place that need all values to match. */
    void fail(Place place, PlaceRules at, Outcome outcome) {
        for (int index : outcome.failed()) {
            fail(place, at, index);
        }
    }

    /** Records that a value fails one of the rules at a place that need all values to match. */
    void fail(Place place, PlaceRules at, int index) {
        int[] all = at.all();
        failed[all[index]] = true;
        if (openAll[place.number()] == all[index]) {
            int next = index + 1;
            while (next < all.length && failed[all[next]]) {
                next++;
            }
            openAll[place.number()] = next < all.length ? all[next] : Place.NONE;
        }
    }

    /** Records that no more values can arrive at a place and below it. */
    void exhaust(Place place) {
        for (int i = place.number(); i < place.end(); i++) {
            openAny[i] = Place.NONE;
            if (openAll[i] != Place.NONE) {
                match(reached[i] ? openAll[i] : Place.NONE);
                openAll[i] = Place.NONE;
            }
            int guard = rules.guardAt(i);
            if (guard != Place.NONE) {
                guardsDone[guard] = true;
            }
        }
    }

    /** Records that a path needs approval. */
    void guard(int guard) {
        guardHit = Math.min(guardHit, guard);
    }

    /** Returns the place of the path that needs approval; empty if none is known. */
    Optional<String> guarded() {
        return guardHit == Place.NONE ? Optional.empty() : Optional.of(rules.guard(guardHit));
    }

    /** Sees what follows from what became known. */
    void conclude() {
        while (firstPlace < openAny.length && openAny[firstPlace] >= matched && openAll[firstPlace] >= matched) {
            firstPlace++;
        }
        if (verdict == null && firstPlace == openAny.length) {
            RuleDecision answer = rules.verdict(matched);
            verdict = rules.isUnattended(matched) ? guarded(answer) : answer;
        }
    }

    /**
     * Settles an allow: it stands when every guard is past, and the first path that needs approval turns it into ask.
     */
    private @Nullable RuleDecision guarded(RuleDecision answer) {
        if (guardHit != Place.NONE) {
            return answer.guardedBy(rules.guard(guardHit));
        }
        while (firstGuard < guardsDone.length && guardsDone[firstGuard]) {
            firstGuard++;
        }
        return firstGuard == guardsDone.length ? answer : null;
    }

    /** Returns the verdict, or null while it is open. */
    @Nullable
    RuleDecision verdict() {
        return verdict;
    }

    /** Returns the place that the first open rule, or guard, looks at; empty once there is a verdict. */
    Optional<String> waitingOn() {
        if (verdict != null) {
            return Optional.empty();
        } else if (firstPlace == openAny.length) {
            return Optional.of(rules.guard(firstGuard));
        }
        int first = Place.NONE;
        for (int i = firstPlace; i < openAny.length; i++) {
            first = Math.min(first, Math.min(openAny[i], openAll[i]));
        }
        return rules.condition(first).map(condition -> condition.pointer().toString());
    }
}
