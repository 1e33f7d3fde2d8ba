package dev.toolpolicy.runtime.internal.place;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that rules name at one place, which divide all numbers into regions: the points at odd numbers, and the
 * intervals between them at even ones. A binary search finds the region of a number and allocates nothing for most.
 * Immutable.
 */
public final class NumberPoints {
    /** A literal of so many characters, without fraction and exponent, is a long. */
    private static final int SURELY_LONG = 18;

    private final ExactNumber[] points;
    /** The same; null if one of them is beyond what a BigDecimal holds. */
    private final BigDecimal @Nullable [] decimals;
    /** The greatest long that is at most the point; where none is, the point is below all of them. */
    private final long[] floors;

    private final boolean[] isLong;
    private final boolean[] isBelowLongs;

    /** Creates the regions between some numbers, which may be in any order and occur twice. */
    public NumberPoints(Collection<ExactNumber> numbers) {
        points = new TreeSet<>(numbers).toArray(new ExactNumber[0]);
        decimals = decimals(points);
        floors = new long[points.length];
        isLong = new boolean[points.length];
        isBelowLongs = new boolean[points.length];
        for (int i = 0; i < points.length; i++) {
            floors[i] = floor(points[i]);
            isLong[i] = points[i].equals(exact(floors[i]));
            isBelowLongs[i] = points[i].compareTo(exact(Long.MIN_VALUE)) < 0;
        }
    }

    private static BigDecimal @Nullable [] decimals(ExactNumber[] points) {
        try {
            BigDecimal[] decimals = new BigDecimal[points.length];
            for (int i = 0; i < decimals.length; i++) {
                decimals[i] = new BigDecimal(points[i].toString());
            }
            return decimals;
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

    /** Returns the number of regions. */
    public int regions() {
        return 2 * points.length + 1;
    }

    /** Returns the region of a point, which must be one of these. */
    public int regionOf(ExactNumber point) {
        return 2 * Arrays.binarySearch(points, point) + 1;
    }

    /** Compares the numbers of a region with a point. */
    public int order(int region, ExactNumber point) {
        return Integer.compare(region, regionOf(point));
    }

    /** Returns the region of a JSON number. */
    public int region(CharSequence literal) {
        if (isShortWhole(literal)) {
            return region(Long.parseLong(literal, 0, literal.length(), 10));
        }
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = low + high >>> 1;
            int order = points[middle].compareTo(literal);
            if (order == 0) {
                return 2 * middle + 1;
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
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

    /** Returns the region of a whole number. */
    public int region(long value) {
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (isLong[middle] && floors[middle] == value) {
                return 2 * middle + 1;
            } else if (isBelowLongs[middle] || value > floors[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
    }

    /** Returns the region of a number in a tree. */
    public int region(JsonNode number) {
        if (number.isIntegralNumber() && number.canConvertToLong()) {
            return region(number.longValue());
        }
        return number instanceof DecimalNode && decimals != null
                ? found(Arrays.binarySearch(decimals, number.decimalValue()))
                : region(number.numberValue().toString());
    }

    /** Returns the region of what a search among the points found: a point, or where one would have to be put. */
    private static int found(int found) {
        return found >= 0 ? 2 * found + 1 : 2 * (-found - 1);
    }
}
