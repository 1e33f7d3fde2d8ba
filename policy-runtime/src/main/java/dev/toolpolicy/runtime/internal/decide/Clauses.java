package dev.toolpolicy.runtime.internal.decide;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The literals and clauses of a list of rules. Immutable.
 *
 * <p>Each rule has two clauses. The first, with the rule's index, says that its conditions hold: {@link Clause#ALWAYS}
 * for a catch-all, {@link Clause#NEVER} for a rule that can't be read. The second, as many further on as there are
 * rules, says that they hold or can't be answered: {@link Clause#NEVER} if the rule allows or if every value answers
 * its conditions, {@link Clause#ALWAYS} if the rule is stricter and can't be read.
 *
 * @param literals the literals, by their index
 * @param clausesOf for each literal the clauses that it is in
 * @param bits for each literal its bit: that of its clause, if it is all that the clause says; otherwise one behind those
 *     of all clauses
 * @param refutable the clauses with one literal that is false once its values have ended and none was true
 * @param all the clauses
 * @param counts for each clause, how many elements must satisfy it
 * @param root the place of the arguments
 * @param places all places by their numbers
 * @param at what there is at each place
 * @param demanding for each demand that an element has a value, its literal
 * @param seeksFacts whether some condition on a fact looks into the session's sets
 */
record Clauses(
        List<Literal> literals,
        int[][] clausesOf,
        int[] bits,
        long[] refutable,
        List<Clause> all,
        Count[] counts,
        Place root,
        List<Place> places,
        @Nullable PlaceLiterals[] at,
        int[] demanding,
        boolean seeksFacts) {

    /** Returns the literal of a bit. */
    int literal(int bit) {
        return bit < all.size() ? all.get(bit).literals()[0] : bit - all.size();
    }

    @Nullable
    PlaceLiterals at(Place place) {
        return at[place.number()];
    }
}
