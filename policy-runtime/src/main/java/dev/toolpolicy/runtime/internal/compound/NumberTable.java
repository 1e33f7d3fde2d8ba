package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.schema.ExactNumber;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The table of the literals at one place that a number satisfies. The numbers in rules divide all numbers into points and intervals, and
 * all numbers in one region satisfy the same. Immutable.
 */
final class NumberTable {
    private final ExactNumber[] points;
    /** For each region, the literals that its numbers satisfy, by their index at the place. */
    private final BitSet[] satisfied;

    NumberTable(List<Literal> literals) {
        points = literals.stream()
                .flatMap(each -> each.test().numbers().stream())
                .sorted()
                .distinct()
                .toArray(ExactNumber[]::new);
        satisfied = new BitSet[2 * points.length + 1];
        for (int region = 0; region < satisfied.length; region++) {
            int own = region;
            satisfied[region] = new BitSet(literals.size());
            for (int i = 0; i < literals.size(); i++) {
                boolean holds = literals.get(i)
                        .test()
                        .numberAt(point -> Integer.compare(own, 2 * Arrays.binarySearch(points, point) + 1));
                satisfied[region].set(i, holds);
            }
        }
    }

    /** Returns the literals that a number satisfies. Not to be changed. */
    BitSet of(ExactNumber number) {
        int found = Arrays.binarySearch(points, number);
        return satisfied[found >= 0 ? 2 * found + 1 : 2 * (-found - 1)];
    }
}
