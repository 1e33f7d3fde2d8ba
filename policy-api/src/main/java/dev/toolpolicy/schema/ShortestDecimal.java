package dev.toolpolicy.schema;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The shortest decimal that reads back as a given {@code double} or {@code float}, and of those the nearest to it. The
 * JDK's {@code toString} returns the shortest only since version 19 (JDK-4511638), and a call must mean the same on
 * every JDK. So the digits of the JDK are only where the search begins.
 */
final class ShortestDecimal {
    private ShortestDecimal() {}

    /** Returns the shortest decimal of a finite double. */
    static ExactNumber of(double value) {
        return shortest(Double.toString(value), new BigDecimal(value), d -> d.doubleValue() == value);
    }

    /** Returns the shortest decimal of a finite float. */
    static ExactNumber of(float value) {
        return shortest(Float.toString(value), new BigDecimal(value), d -> d.floatValue() == value);
    }

    private static ExactNumber shortest(String start, BigDecimal exact, Predicate<BigDecimal> readsBack) {
        BigDecimal best = new BigDecimal(start).stripTrailingZeros();
        BigDecimal next = rounded(exact, best.precision(), readsBack);
        while (next != null) {
            best = next;
            next = best.precision() > 1 ? rounded(exact, best.precision() - 1, readsBack) : null;
        }
        return ExactNumber.of(best.toString());
    }

    /** Returns the nearest decimal with this number of digits that reads back, or null if there is none. */
    private static @Nullable BigDecimal rounded(BigDecimal exact, int digits, Predicate<BigDecimal> readsBack) {
        BigDecimal below = exact.round(new MathContext(digits, RoundingMode.FLOOR));
        BigDecimal above = exact.round(new MathContext(digits, RoundingMode.CEILING));
        boolean belowIsNearer = exact.subtract(below).compareTo(above.subtract(exact)) <= 0;
        BigDecimal nearer = belowIsNearer ? below : above;
        BigDecimal farther = belowIsNearer ? above : below;
        BigDecimal found = readsBack.test(nearer) ? nearer : readsBack.test(farther) ? farther : null;
        return found == null ? null : found.stripTrailingZeros();
    }
}
