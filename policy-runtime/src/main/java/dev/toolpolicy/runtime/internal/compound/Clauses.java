package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.runtime.internal.place.Place;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The literals and clauses of a list of rules. Immutable.
 *
 * @param literals the literals, by their index
 * @param clausesOf for each literal the clauses that it is in
 * @param all the clauses
 * @param holding for each rule the clause that its conditions hold; {@link #ALWAYS} for a catch-all, {@link #NEVER} for
 *     a rule that can't be read
 * @param possible for each rule the clause that its conditions hold or can't be answered; {@link #NEVER} if the rule
 *     allows, or if every value answers its conditions; {@link #ALWAYS} for a rule that can't be read
 * @param root the place of the arguments
 * @param places all places by their numbers
 * @param at what there is at each place
 */
record Clauses(
        List<Literal> literals,
        int[][] clausesOf,
        List<Clause> all,
        int[] holding,
        int[] possible,
        Place root,
        List<Place> places,
        @Nullable PlaceLiterals[] at) {
    static final int ALWAYS = -1;
    static final int NEVER = -2;

    /** Returns what {@link #ALWAYS} or {@link #NEVER} says. */
    static Standing fixed(int clause) {
        return Standing.of(clause == ALWAYS);
    }

    /** Returns how many longs hold a bit for each clause. */
    int words() {
        return all.size() + 63 >> 6;
    }

    /** Returns the clauses that are left if some literals are false, as bits. */
    long[] without(BitSet falseLiterals) {
        BitSet left = new BitSet();
        left.set(0, all.size());
        for (int i = falseLiterals.nextSetBit(0); i >= 0; i = falseLiterals.nextSetBit(i + 1)) {
            for (int clause : clausesOf[i]) {
                left.clear(clause);
            }
        }
        return Arrays.copyOf(left.toLongArray(), words());
    }

    @Nullable
    PlaceLiterals at(Place place) {
        return at[place.number()];
    }
}
