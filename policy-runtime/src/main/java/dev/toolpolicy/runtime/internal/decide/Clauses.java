package dev.toolpolicy.runtime.internal.decide;

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

    @Nullable
    PlaceLiterals at(Place place) {
        return at[place.number()];
    }
}
