package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.runtime.internal.place.NumberPoints;
import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The table of the literals at one place that a number satisfies. All numbers in one region satisfy the same. Immutable. */
final class NumberTable {
    private final NumberPoints points;
    /** For each region, the literals that its numbers satisfy, by their index at the place. */
    private final BitSet[] satisfied;

    NumberTable(List<Literal> literals) {
        List<ExactNumber> numbers = new ArrayList<>();
        for (Literal literal : literals) {
            numbers.addAll(literal.test().numbers());
        }
        points = new NumberPoints(numbers);
        satisfied = new BitSet[points.regions()];
        for (int region = 0; region < satisfied.length; region++) {
            int own = region;
            satisfied[region] = new BitSet(literals.size());
            for (int i = 0; i < literals.size(); i++) {
                satisfied[region].set(i, literals.get(i).test().numberAt(point -> points.order(own, point)));
            }
        }
    }

    /** Returns the literals that a number satisfies. Not to be changed. */
    BitSet of(CharSequence literal) {
        return satisfied[points.region(literal)];
    }
}
