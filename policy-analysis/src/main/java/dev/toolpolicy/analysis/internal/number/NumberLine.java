package dev.toolpolicy.analysis.internal.number;

import dev.toolpolicy.analysis.internal.number.NumberRange.Cut;
import dev.toolpolicy.analysis.internal.read.ValueSet;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.ParameterType;
import dev.toolpolicy.schema.ParameterType.Precision;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that a parameter can have: all, the whole ones, or those that a {@code double} or {@code float}
 * represents, with gaps between them. Cuts with no number of the line between them are made equal, so a range is empty
 * exactly if its cuts are not in order.
 */
public sealed interface NumberLine {

    /** Returns the range of all its numbers. */
    NumberRange all();

    /** Returns a cut, expressed by the next number of the line. */
    Cut cut(ExactNumber number, boolean after);

    /** Returns whether a number is on the line. */
    boolean holds(ExactNumber number);

    static NumberLine of(ParameterType type) {
        if (type.kind() == ParameterType.Kind.INTEGER) {
            return new Whole(type);
        }
        Precision precision = type.precision();
        return precision == Precision.EXACT ? new Dense() : new Floating(precision == Precision.FLOAT);
    }

    default NumberRange range(ValueSet.Bounded set) {
        return switch (set.bound()) {
            case MINIMUM -> new NumberRange(cut(set.limit(), false), null);
            case EXCLUSIVE_MINIMUM -> new NumberRange(cut(set.limit(), true), null);
            case MAXIMUM -> new NumberRange(null, cut(set.limit(), true));
            case EXCLUSIVE_MAXIMUM -> new NumberRange(null, cut(set.limit(), false));
        };
    }

    default NumberRange range(ExactNumber number) {
        return new NumberRange(cut(number, false), cut(number, true));
    }

    /** All numbers. */
    record Dense() implements NumberLine {
        @Override
        public NumberRange all() {
            return NumberRange.LINE;
        }

        @Override
        public Cut cut(ExactNumber number, boolean after) {
            return new Cut(number, after);
        }

        @Override
        public boolean holds(ExactNumber number) {
            return true;
        }
    }

    /** Whole numbers. */
    record Whole(ParameterType type) implements NumberLine {
        /** Longer whole numbers are not computed with; their cuts are compared as they are. */
        private static final BigInteger MOST_DIGITS = BigInteger.valueOf(100_000);

        @Override
        public NumberRange all() {
            return new NumberRange(cut(type.lowest(), false), cut(type.highest(), true));
        }

        private @Nullable Cut cut(@Nullable BigInteger number, boolean after) {
            return number == null ? null : cut(ExactNumber.of(number.toString()), after);
        }

        @Override
        public Cut cut(ExactNumber number, boolean after) {
            Decimal decimal = Decimal.of(number);
            if (decimal.magnitude().compareTo(MOST_DIGITS) > 0) {
                return new Cut(number, after);
            } else if (decimal.magnitude().signum() < 0) {
                return new Cut(ExactNumber.of(number.signum() > 0 ? "1" : "0"), false);
            }
            BigDecimal exact = new BigDecimal(number.toString());
            BigInteger next = number.isInteger()
                    ? exact.toBigIntegerExact().add(BigInteger.valueOf(after ? 1 : 0))
                    : exact.setScale(0, RoundingMode.CEILING).toBigInteger();
            return new Cut(ExactNumber.of(next.toString()), false);
        }

        @Override
        public boolean holds(ExactNumber number) {
            return number.isInteger() && all().contains(number);
        }
    }

    /** Numbers that a {@code double}, or a {@code float}, represents. */
    record Floating(boolean single) implements NumberLine {
        @Override
        public NumberRange all() {
            ExactNumber most = nearest(single ? Float.MAX_VALUE : Double.MAX_VALUE);
            return new NumberRange(new Cut(Decimal.of(most).negated().number(), false), new Cut(most, true));
        }

        @Override
        public Cut cut(ExactNumber number, boolean after) {
            Cut wished = new Cut(number, after);
            double value = read(number);
            for (double near = down(down(value)); ; near = up(near)) {
                if (near == Double.POSITIVE_INFINITY || single && near > Float.MAX_VALUE) {
                    return new Cut(nearest(single ? Float.MAX_VALUE : Double.MAX_VALUE), true);
                }
                boolean finite = single ? near >= -Float.MAX_VALUE : near != Double.NEGATIVE_INFINITY;
                Cut before = finite ? new Cut(nearest(near), false) : null;
                if (before != null && before.compareTo(wished) >= 0) {
                    return before;
                }
            }
        }

        @Override
        public boolean holds(ExactNumber number) {
            double value = read(number);
            return (single ? Math.abs(value) <= Float.MAX_VALUE : Double.isFinite(value))
                    && nearest(value).equals(number);
        }

        private double read(ExactNumber number) {
            return single ? Float.parseFloat(number.toString()) : Double.parseDouble(number.toString());
        }

        private ExactNumber nearest(double value) {
            return single ? ExactNumber.nearest((float) value) : ExactNumber.nearest(value);
        }

        private double up(double value) {
            return single ? Math.nextUp((float) value) : Math.nextUp(value);
        }

        private double down(double value) {
            return single ? Math.nextDown((float) value) : Math.nextDown(value);
        }
    }
}
