package dev.toolpolicy.runtime.internal.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import dev.toolpolicy.runtime.internal.place.ValueTest;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The regions of numbers at one place. The numbers in rules divide all numbers into points and intervals, and all
 * numbers in one region have the same outcome. A binary search finds the region, for any number of rules. Immutable.
 */
final class NumberRegions {
    /** A literal of so many characters, without fraction and exponent, is a long. */
    private static final int SURELY_LONG = 18;
    /** How many regions times tests that need every value are kept with what they mean: some megabytes. */
    private static final long KEPT = 1_000_000;

    private final ExactNumber[] points;
    /** The same; null if one of them is beyond what a BigDecimal holds. */
    private final BigDecimal @Nullable [] decimals;
    /** The greatest long that is at most the point; where none is, the point is below all of them. */
    private final long[] floors;

    private final boolean[] isLong;
    private final boolean[] isBelowLongs;
    /**
     * The first of the tests that the numbers of a region satisfy: between the points at even indexes, equal at odd.
     */
    private final int[] firsts;
    /** What those numbers mean; none if that would be too much to keep. */
    private final Outcome[] outcomes;

    private final BiFunction<Integer, ToIntFunction<ExactNumber>, Outcome> meaning;

    /**
     * Regions of all numbers that some tests compare with.
     *
     * @param any the tests of which only the first matters that a number satisfies
     * @param all the others
     * @param meaning what the numbers of a region mean, by the index of the first test and how they compare with a
     *     point
     */
    NumberRegions(ValueTest[] any, ValueTest[] all, BiFunction<Integer, ToIntFunction<ExactNumber>, Outcome> meaning) {
        this.meaning = meaning;
        points = Stream.concat(Arrays.stream(any), Arrays.stream(all))
                .flatMap(test -> test.numbers().stream())
                .sorted()
                .distinct()
                .toArray(ExactNumber[]::new);
        decimals = decimals(points);
        floors = new long[points.length];
        isLong = new boolean[points.length];
        isBelowLongs = new boolean[points.length];
        for (int i = 0; i < points.length; i++) {
            floors[i] = floor(points[i]);
            isLong[i] = points[i].equals(exact(floors[i]));
            isBelowLongs[i] = points[i].compareTo(exact(Long.MIN_VALUE)) < 0;
        }
        firsts = firsts(any);
        outcomes = new Outcome[all.length == 0 || (long) all.length * firsts.length <= KEPT ? firsts.length : 0];
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] = made(i);
        }
    }

    /** Gives each region its first test. A test means the same between any two of its own numbers. */
    private int[] firsts(ValueTest[] tests) {
        int[] found = new int[2 * points.length + 1];
        Arrays.fill(found, tests.length);
        // the next region from here on that has no test yet; itself, if it has none
        int[] free = new int[found.length + 1];
        Arrays.setAll(free, i -> i);
        for (int test = 0; test < tests.length; test++) {
            int from = 0;
            for (int own : tests[test].numbers().stream()
                    .mapToInt(this::indexOf)
                    .sorted()
                    .toArray()) {
                claim(tests[test], test, from, 2 * own + 1, found, free);
                claim(tests[test], test, 2 * own + 1, 2 * own + 2, found, free);
                from = 2 * own + 2;
            }
            claim(tests[test], test, from, found.length, found, free);
        }
        return found;
    }

    private int indexOf(ExactNumber point) {
        return Arrays.binarySearch(points, point);
    }

    private void claim(ValueTest test, int number, int from, int to, int[] found, int[] free) {
        if (test.number(point -> order(from, point))) {
            for (int i = next(free, from); i < to; i = next(free, i)) {
                found[i] = number;
                free[i] = i + 1;
            }
        }
    }

    private static int next(int[] free, int from) {
        int end = from;
        while (free[end] != end) {
            end = free[end];
        }
        for (int i = from; free[i] != end && i != end; ) {
            int after = free[i];
            free[i] = end;
            i = after;
        }
        return end;
    }

    /** Compares the numbers of a region with a point. */
    private int order(int region, ExactNumber point) {
        return Integer.compare(region, 2 * indexOf(point) + 1);
    }

    private Outcome made(int region) {
        return meaning.apply(firsts[region], point -> order(region, point));
    }

    private Outcome outcome(int region) {
        return outcomes.length > 0 ? outcomes[region] : made(region);
    }

    private static BigDecimal @Nullable [] decimals(ExactNumber[] points) {
        try {
            return Arrays.stream(points)
                    .map(point -> new BigDecimal(point.toString()))
                    .toArray(BigDecimal[]::new);
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

    /** Returns what a literal means. */
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
                return outcome(2 * middle + 1);
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return outcome(2 * low);
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

    /** Returns what a whole number means. */
    Outcome of(long value) {
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isLong[middle] && floors[middle] == value) {
                return outcome(2 * middle + 1);
            } else if (isBelowLongs[middle] || value > floors[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return outcome(2 * low);
    }

    /** Returns what a number in a tree means. */
    Outcome of(JsonNode number) {
        if (number.isIntegralNumber() && number.canConvertToLong()) {
            return of(number.longValue());
        }
        return number instanceof DecimalNode && decimals != null
                ? outcome(region(Arrays.binarySearch(decimals, number.decimalValue())))
                : of(number.numberValue().toString());
    }

    /** Returns the region of what a search among the points found: a point, or where one would have to be put. */
    private static int region(int found) {
        return found >= 0 ? 2 * found + 1 : 2 * (-found - 1);
    }
}
