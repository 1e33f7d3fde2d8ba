package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.ParameterType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers between two cuts of the number line; a null cut is the line's end.
 *
 * @param from the cut below the range
 * @param to the cut above it
 */
record NumberRange(@Nullable Cut from, @Nullable Cut to) {
    private static final NumberRange LINE = new NumberRange(null, null);

    /** A cut directly before or after a number. Between two whole numbers all cuts are the same. */
    record Cut(ExactNumber number, boolean after) implements Comparable<Cut> {
        /** Whole numbers of more digits are not computed with; their cuts are compared as they are. */
        private static final ExactNumber LARGE = ExactNumber.of("1e2000");

        @Override
        public int compareTo(Cut other) {
            int order = number.compareTo(other.number);
            return order != 0 ? order : Boolean.compare(after, other.after);
        }

        /** The same cut among whole numbers only, as the one before the next of them. */
        Cut amongIntegers() {
            if (number.compareTo(LARGE) > 0 || ExactNumber.of("-1e2000").compareTo(number) > 0) {
                return this;
            }
            BigInteger next = number.isInteger() ? exact().add(BigInteger.valueOf(after ? 1 : 0)) : ceiling();
            return new Cut(ExactNumber.of(next.toString()), false);
        }

        private BigInteger exact() {
            return new BigDecimal(number.toString()).toBigIntegerExact();
        }

        private BigInteger ceiling() {
            boolean tiny = number.compareTo(ExactNumber.of("1")) < 0 && number.compareTo(ExactNumber.of("-1")) > 0;
            return tiny
                    ? BigInteger.valueOf(number.signum() > 0 ? 1 : 0)
                    : new BigDecimal(number.toString()).setScale(0, RoundingMode.CEILING).toBigInteger();
        }
    }

    /** Every value of a numeric type. */
    static NumberRange of(ParameterType type) {
        if (!(type instanceof ParameterType.IntegerType integer)) {
            return LINE;
        }
        BigInteger lowest = integer.lowest();
        BigInteger highest = integer.highest();
        return new NumberRange(
                lowest == null ? null : cut(ExactNumber.of(lowest.toString()), false, type),
                highest == null ? null : cut(ExactNumber.of(highest.toString()), true, type));
    }

    static NumberRange of(Matcher.Bound bound, ParameterType type) {
        return switch (bound.kind()) {
            case MINIMUM -> new NumberRange(cut(bound.limit(), false, type), null);
            case EXCLUSIVE_MINIMUM -> new NumberRange(cut(bound.limit(), true, type), null);
            case MAXIMUM -> new NumberRange(null, cut(bound.limit(), true, type));
            case EXCLUSIVE_MAXIMUM -> new NumberRange(null, cut(bound.limit(), false, type));
        };
    }

    static NumberRange of(ExactNumber number, ParameterType type) {
        return new NumberRange(cut(number, false, type), cut(number, true, type));
    }

    private static Cut cut(ExactNumber number, boolean after, ParameterType type) {
        Cut cut = new Cut(number, after);
        return type instanceof ParameterType.IntegerType ? cut.amongIntegers() : cut;
    }

    NumberRange and(NumberRange other) {
        Cut low = isBelow(other.from, from) ? from : other.from;
        Cut high = to == null || other.to != null && other.to.compareTo(to) < 0 ? other.to : to;
        return new NumberRange(low, high);
    }

    boolean isEmpty() {
        return from != null && to != null && from.compareTo(to) >= 0;
    }

    /** Whether these ranges together hold every number of this one: a sweep from its lower end upwards. */
    boolean isCoveredBy(List<NumberRange> ranges) {
        if (isEmpty()) {
            return true;
        }
        Cut reached = from;
        List<NumberRange> sorted = ranges.stream()
                .sorted(Comparator.comparing(NumberRange::from, Comparator.nullsFirst(Comparator.naturalOrder())))
                .toList();
        for (NumberRange range : sorted) {
            if (isBelow(reached, range.from)) {
                return false;
            }
            if (range.to == null || to != null && range.to.compareTo(to) >= 0) {
                return true;
            }
            reached = isBelow(reached, range.to) ? range.to : reached;
        }
        return false;
    }

    /** Whether one lower cut lies below another, where null is the line's lower end. */
    private static boolean isBelow(@Nullable Cut cut, @Nullable Cut other) {
        return other != null && (cut == null || cut.compareTo(other) < 0);
    }
}
