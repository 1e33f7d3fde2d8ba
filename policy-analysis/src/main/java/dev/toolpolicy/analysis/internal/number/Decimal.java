package dev.toolpolicy.analysis.internal.number;

import dev.toolpolicy.schema.ExactNumber;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The digits of an exact number, from which others are computed: {@code 0.d1d2d3… × 10^magnitude} with a sign, where
 * neither the first nor the last digit is 0. The time of each operation is bounded by the number of digits, not by
 * the exponent.
 *
 * @param negative true for a number below zero
 * @param digits the digits; empty for zero
 * @param magnitude the exponent
 */
record Decimal(boolean negative, String digits, BigInteger magnitude) {

    static Decimal of(ExactNumber number) {
        String text = number.toString();
        int mark = text.indexOf('e');
        BigDecimal mantissa = new BigDecimal(mark < 0 ? text : text.substring(0, mark)).stripTrailingZeros();
        BigInteger exponent = mark < 0 ? BigInteger.ZERO : new BigInteger(text.substring(mark + 1));
        String digits =
                mantissa.signum() == 0 ? "" : mantissa.unscaledValue().abs().toString();
        long whole = (long) mantissa.precision() - mantissa.scale();
        return new Decimal(mantissa.signum() < 0, digits, exponent.add(BigInteger.valueOf(whole)));
    }

    ExactNumber number() {
        return digits.isEmpty()
                ? ExactNumber.of("0")
                : ExactNumber.of((negative ? "-" : "") + "0." + digits + "e" + magnitude);
    }

    Decimal negated() {
        return new Decimal(!negative, digits, magnitude);
    }

    /** Returns a tenth of this number. */
    Decimal tenth() {
        return new Decimal(negative, digits, magnitude.subtract(BigInteger.ONE));
    }

    /** Returns the least power of ten above this positive number. */
    Decimal powerAbove() {
        return new Decimal(false, "1", magnitude.add(BigInteger.ONE));
    }

    /**
     * Returns a slightly greater number than this positive one: with this many zeros and a one after its last digit.
     */
    Decimal followed(int zeros) {
        return new Decimal(negative, digits + "0".repeat(zeros) + "1", magnitude);
    }
}
