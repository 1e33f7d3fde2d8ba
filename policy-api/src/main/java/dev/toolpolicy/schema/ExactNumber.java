package dev.toolpolicy.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The exact value of a JSON number, compared in time linear in its literal. {@code 1}, {@code 1.0} and {@code 1e0} are
 * equal, {@code 9007199254740993} and {@code 9007199254740992} are not, and {@code 1e-999999999} costs no more than
 * {@code 1}. Immutable.
 *
 * <p>The value is {@code 0.d1d2d3… × 10^magnitude} with a sign, where neither the first nor the last digit is 0.
 */
public final class ExactNumber implements Comparable<ExactNumber> {
    /** Longest exponent, with its mark and sign, that always fits a long. */
    private static final int LONG_EXPONENT = 17;

    private final int signum;
    private final String digits;
    private final BigInteger magnitude;

    private ExactNumber(int signum, String digits, BigInteger magnitude) {
        this.signum = signum;
        this.digits = digits;
        this.magnitude = magnitude;
    }

    /**
     * Parses a literal.
     *
     * @param literal a JSON number, such as {@code -1.5e3}
     * @return the exact value
     * @throws NumberFormatException if it is not a JSON number
     */
    public static ExactNumber of(CharSequence literal) {
        if (!isLiteral(literal)) {
            throw new NumberFormatException("not a JSON number: " + literal);
        }
        boolean negative = literal.charAt(0) == '-';
        int end = literal.length();
        int mark = exponentMark(literal);
        BigInteger exponent = mark < end ? exponent(literal, mark + 1) : BigInteger.ZERO;
        StringBuilder all = new StringBuilder(mark);
        int whole = -1;
        for (int i = negative ? 1 : 0; i < mark; i++) {
            if (literal.charAt(i) == '.') {
                whole = all.length();
            } else {
                all.append(literal.charAt(i));
            }
        }
        return of(negative ? -1 : 1, all, exponent.add(BigInteger.valueOf(whole < 0 ? all.length() : whole)));
    }

    private static ExactNumber of(int sign, StringBuilder all, BigInteger magnitude) {
        int first = 0;
        int last = all.length();
        while (first < last && all.charAt(first) == '0') {
            first++;
        }
        while (last > first && all.charAt(last - 1) == '0') {
            last--;
        }
        return first == last
                ? new ExactNumber(0, "", BigInteger.ZERO)
                : new ExactNumber(sign, all.substring(first, last), magnitude.subtract(BigInteger.valueOf(first)));
    }

    /**
     * Returns the exact value of a JSON number node.
     *
     * @param node a numeric node
     * @throws NumberFormatException if it is not a finite number
     */
    public static ExactNumber of(JsonNode node) {
        return of(node.isNumber() ? node.numberValue().toString() : node.toString());
    }

    /**
     * Returns the decimal that a {@code double} stands for: the shortest that reads back as it, and of those the
     * nearest.
     *
     * @param value a finite value
     * @return the decimal, the same on every JDK
     * @throws NumberFormatException if the value is not finite
     */
    public static ExactNumber nearest(double value) {
        return ShortestDecimal.of(value);
    }

    /**
     * Returns the decimal that a {@code float} stands for: the shortest that reads back as it, and of those the
     * nearest.
     *
     * @param value a finite value
     * @return the decimal, the same on every JDK
     * @throws NumberFormatException if the value is not finite
     */
    public static ExactNumber nearest(float value) {
        return ShortestDecimal.of(value);
    }

    /**
     * Returns whether a text is a JSON number (RFC 8259).
     *
     * @return true for an optional minus, digits without a leading zero, an optional fraction and exponent
     */
    public static boolean isLiteral(CharSequence text) {
        int i = 0;
        int length = text.length();
        if (i < length && text.charAt(i) == '-') {
            i++;
        }
        int start = i;
        i = skipDigits(text, i);
        if (i == start || i > start + 1 && text.charAt(start) == '0') {
            return false;
        }
        if (i < length && text.charAt(i) == '.') {
            start = i + 1;
            i = skipDigits(text, start);
            if (i == start) {
                return false;
            }
        }
        if (i < length && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            i++;
            if (i < length && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
                i++;
            }
            start = i;
            i = skipDigits(text, start);
            if (i == start) {
                return false;
            }
        }
        return i == length;
    }

    private static int skipDigits(CharSequence text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private static int exponentMark(CharSequence literal) {
        for (int i = 0; i < literal.length(); i++) {
            if (literal.charAt(i) == 'e' || literal.charAt(i) == 'E') {
                return i;
            }
        }
        return literal.length();
    }

    private static BigInteger exponent(CharSequence literal, int from) {
        int start = literal.charAt(from) == '+' ? from + 1 : from;
        return new BigInteger(literal.subSequence(start, literal.length()).toString());
    }

    /**
     * Returns whether this is a whole number, in any notation.
     *
     * @return true if it has no fraction
     */
    public boolean isInteger() {
        return signum == 0 || magnitude.compareTo(BigInteger.valueOf(digits.length())) >= 0;
    }

    /** Returns the sign. */
    public int signum() {
        return signum;
    }

    @Override
    public int compareTo(ExactNumber other) {
        if (signum != other.signum) {
            return Integer.compare(signum, other.signum);
        }
        int size = magnitude.compareTo(other.magnitude);
        return signum * (size != 0 ? size : Integer.signum(digits.compareTo(other.digits)));
    }

    /**
     * Compares with a literal, without creating an object for it.
     *
     * @param literal a JSON number; not checked
     * @return negative, 0 or positive, as this number is less than, equal to or greater than the literal's
     */
    public int compareTo(CharSequence literal) {
        int mark = exponentMark(literal);
        int start = literal.charAt(0) == '-' ? 1 : 0;
        int first = start;
        while (first < mark && (literal.charAt(first) == '0' || literal.charAt(first) == '.')) {
            first++;
        }
        if (first == mark) {
            return signum;
        }
        int sign = 1 - 2 * start;
        if (sign != signum) {
            return Integer.compare(signum, sign);
        }
        if (literal.length() - mark > LONG_EXPONENT || magnitude.bitLength() >= Long.SIZE) {
            return compareTo(of(literal));
        }
        int point = start;
        while (point < mark && literal.charAt(point) != '.') {
            point++;
        }
        int places = point > first ? point - first : point + 1 - first;
        int size = Long.compare(magnitude.longValue(), exponentOf(literal, mark) + places);
        return signum * (size != 0 ? size : compareDigits(literal, first, mark));
    }

    private static long exponentOf(CharSequence literal, int mark) {
        return mark == literal.length() ? 0 : Long.parseLong(literal, mark + 1, literal.length(), 10);
    }

    /** Compares the digits with those of a literal, starting at the literal's first digit that is not 0. */
    private int compareDigits(CharSequence literal, int first, int end) {
        int at = 0;
        for (int i = first; i < end; i++) {
            char c = literal.charAt(i);
            if (c != '.') {
                int own = at < digits.length() ? digits.charAt(at) : '0';
                at++;
                if (own != c) {
                    return own - c;
                }
            }
        }
        return at < digits.length() ? 1 : 0;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExactNumber that
                && signum == that.signum
                && magnitude.equals(that.magnitude)
                && digits.equals(that.digits);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * digits.hashCode() + magnitude.hashCode()) + signum;
    }

    /**
     * Returns the value as a JSON number: in plain notation if that is short, else with an exponent.
     *
     * @return the same text for equal numbers
     */
    @Override
    public String toString() {
        if (signum == 0) {
            return "0";
        }
        String sign = signum < 0 ? "-" : "";
        if (magnitude.bitLength() > 7 || magnitude.intValue() > 40 || magnitude.intValue() < -5) {
            String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
            return sign + digits.charAt(0) + fraction + "e" + magnitude.subtract(BigInteger.ONE);
        }
        int point = magnitude.intValue();
        if (point <= 0) {
            return sign + "0." + "0".repeat(-point) + digits;
        }
        return point >= digits.length()
                ? sign + digits + "0".repeat(point - digits.length())
                : sign + digits.substring(0, point) + "." + digits.substring(point);
    }
}
