package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of rules at one place cut the line of all numbers into points and what lies between them; within one such
 * region every number means the same, so its meaning is found by a binary search, however many rules there are.
 * Immutable.
 */
final class NumberRegions {
    /** A literal of so many characters, without fraction and exponent, is a long. */
    private static final int SURELY_LONG = 18;

    private final ExactNumber[] points;
    /** The same; null if one of them is beyond what a BigDecimal holds. */
    private final BigDecimal @Nullable [] decimals;
    /** The greatest long that is at most the point; where none is, the point is below all of them. */
    private final long[] floors;
    private final boolean[] isLong;
    private final boolean[] isBelowLongs;
    /** What a number means: between the points at the even indexes, equal to one at the odd. */
    private final Outcome[] outcomes;

    /**
     * Regions of some points.
     *
     * @param numbers the points, in any order
     * @param meaning what the numbers of a region mean, by how they compare with a point
     */
    NumberRegions(Collection<ExactNumber> numbers, Function<ToIntFunction<ExactNumber>, Outcome> meaning) {
        points = new TreeSet<>(numbers).toArray(ExactNumber[]::new);
        decimals = decimals(points);
        floors = new long[points.length];
        isLong = new boolean[points.length];
        isBelowLongs = new boolean[points.length];
        for (int i = 0; i < points.length; i++) {
            floors[i] = floor(points[i]);
            isLong[i] = points[i].equals(exact(floors[i]));
            isBelowLongs[i] = points[i].compareTo(exact(Long.MIN_VALUE)) < 0;
        }
        outcomes = new Outcome[2 * points.length + 1];
        for (int i = 0; i < outcomes.length; i++) {
            int region = i;
            outcomes[i] = meaning.apply(
                    point -> Integer.compare(region, 2 * Arrays.binarySearch(points, point) + 1));
        }
    }

    private static BigDecimal @Nullable [] decimals(ExactNumber[] points) {
        try {
            return Arrays.stream(points).map(point -> new BigDecimal(point.toString())).toArray(BigDecimal[]::new);
        } catch (NumberFormatException beyondItsExponents) {
            return null;
        }
    }

    private static ExactNumber exact(long value) {
        return ExactNumber.of(Long.toString(value));
    }

    private static long floor(ExactNumber point) {
        long low = Long.MIN_VALUE;
        long high = Long.MAX_VALUE;
        while (low < high) {
            long middle = low + (high - low >>> 1) + (high - low & 1);
            if (exact(middle).compareTo(point) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** What a literal means. */
    Outcome of(CharSequence literal) {
        if (isShortWhole(literal)) {
            return of(Long.parseLong(literal, 0, literal.length(), 10));
        }
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = low + high >>> 1;
            int order = points[middle].compareTo(literal);
            if (order == 0) {
                return outcomes[2 * middle + 1];
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return outcomes[2 * low];
    }

    private static boolean isShortWhole(CharSequence literal) {
        if (literal.length() > SURELY_LONG) {
            return false;
        }
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if (c == '.' || c == 'e' || c == 'E') {
                return false;
            }
        }
        return true;
    }

    /** What a whole number means. */
    Outcome of(long value) {
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isLong[middle] && floors[middle] == value) {
                return outcomes[2 * middle + 1];
            } else if (isBelowLongs[middle] || value > floors[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return outcomes[2 * low];
    }

    /** What a number in a tree means. */
    Outcome of(JsonNode number) {
        if (number.isIntegralNumber() && number.canConvertToLong()) {
            return of(number.longValue());
        }
        return number instanceof DecimalNode && decimals != null
                ? outcomes[region(Arrays.binarySearch(decimals, number.decimalValue()))]
                : of(number.numberValue().toString());
    }

    /** The region of what a search among the points found: a point, or where one would have to be put. */
    private static int region(int found) {
        return found >= 0 ? 2 * found + 1 : 2 * (-found - 1);
    }
}
