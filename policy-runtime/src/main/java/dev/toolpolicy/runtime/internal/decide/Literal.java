package dev.toolpolicy.runtime.internal.decide;

import dev.toolpolicy.analysis.internal.read.Membership;
import dev.toolpolicy.internal.schema.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement about the values at one place that is either true or false: that a condition holds, or that it holds or
 * can't be answered. Immutable.
 *
 * @param index its number in the list
 * @param pointer the pointer of the values, as rules write it
 * @param count how many of the values must satisfy the test
 * @param test the test of each value
 * @param facts the facts that it depends on
 * @param isImpossible whether no value satisfies the test
 * @param isCertain whether each value satisfies the test, unless facts list values
 * @param absent whether it also holds without a value
 */
record Literal(
        int index,
        String pointer,
        Count count,
        ValueCheck test,
        Facts facts,
        boolean isImpossible,
        boolean isCertain,
        boolean absent) {

    /**
     * The part of a literal that it takes from facts.
     *
     * @param own the place of its values; null if they are arguments
     * @param sets the facts that list the values it allows
     * @param sought groups of the session's sets, of each of which one must have the value
     * @param possible whether it is true while they aren't known
     */
    record Facts(@Nullable List<Step> own, List<List<Step>> sets, List<List<String>> sought, boolean possible) {
        /** Copies the lists. */
        Facts {
            sets = List.copyOf(sets);
            sought = List.copyOf(sought);
        }

        /** Returns whether a value stands in the session's sets that it must stand in. */
        boolean isFound(Object value, Membership flows) {
            for (List<String> group : sought) {
                if (group.stream().noneMatch(set -> flows.contains(set, value))) {
                    return false;
                }
            }
            return true;
        }

        boolean isEmpty() {
            return own == null && sets.isEmpty();
        }
    }

    /** Returns how many automata, machines and sets a string goes through. */
    int parts() {
        return test.texts().size() + test.lines().size() + (facts.sets().isEmpty() ? 0 : 1) + (isSought() ? 1 : 0);
    }

    /** Returns whether its value must stand in the session's sets, which is looked up at the value's end. */
    boolean isSought() {
        return !facts.sought().isEmpty();
    }
}
