package dev.toolpolicy.runtime.internal.read;

import java.math.BigDecimal;

/** A scanner of one number, cut in any way, which finds its end. */
final class NumberScanner {
    /** A literal of up to this length without an exponent is below the greatest double. */
    private static final int SURELY_FINITE = 308;
    /** An exponent of fewer digits is one that {@link BigDecimal} holds. */
    private static final int HARMLESS_EXPONENT = 9;

    /** The part of a number that was read last, or the reason why reading stopped. */
    private enum Part {
        /** The minus sign: a digit must follow. */
        MINUS,
        /** A zero before the point: no digit may follow. */
        ZERO,
        /** A digit before the point. */
        INTEGER,
        /** The point: a digit must follow. */
        POINT,
        /** A digit after the point. */
        FRACTION,
        /** The letter before the exponent: a sign or a digit must follow. */
        MARK,
        /** The exponent's sign: a digit must follow. */
        SIGN,
        /** A digit of the exponent. */
        EXPONENT,
        /** The number's last character was read. */
        END,
        /** A character was met that can't stand there. */
        MISPLACED,
        /** The number goes on past the limit of its length. */
        TOO_LONG
    }

    private final StringBuilder literal;
    private final int limit;
    private Part part = Part.END;
    private boolean hasExponent;

    NumberScanner(StringBuilder literal, int limit) {
        this.literal = literal;
        this.limit = limit;
    }

    /** Starts a number with its first character, a minus or a digit. */
    void start(char first) {
        literal.setLength(0);
        literal.append(first);
        hasExponent = false;
        part = first == '-' ? Part.MINUS : first == '0' ? Part.ZERO : Part.INTEGER;
    }

    /** Reads on; the result is where the reading stopped, or {@code end} if the number may go on after that. */
    int read(String chunk, int from, int end) {
        int room = limit - literal.length();
        int i = from;
        while (i < end) {
            i = skipDigits(chunk, i, (int) Math.min(end, (long) from + room));
            if (i == end) {
                break;
            }
            Part next = next(chunk.charAt(i));
            if (next.compareTo(Part.END) < 0 && i - from >= room) {
                next = Part.TOO_LONG;
            }
            part = next;
            if (next.compareTo(Part.END) >= 0) {
                break;
            }
            i++;
        }
        literal.append(chunk, from, i);
        return i;
    }

    /** Skips digits behind a digit, which change nothing. */
    private int skipDigits(String chunk, int from, int end) {
        int i = from;
        if (part == Part.INTEGER || part == Part.FRACTION || part == Part.EXPONENT) {
            while (i < end && isDigit(chunk.charAt(i))) {
                i++;
            }
        }
        return i;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private Part next(char c) {
        boolean digit = isDigit(c);
        return switch (part) {
            case MINUS -> c == '0' ? Part.ZERO : digit ? Part.INTEGER : Part.MISPLACED;
            case ZERO -> digit ? Part.MISPLACED : afterInteger(c);
            case INTEGER -> digit ? Part.INTEGER : afterInteger(c);
            case POINT -> digit ? Part.FRACTION : Part.MISPLACED;
            case FRACTION -> digit ? Part.FRACTION : isMark(c) ? mark() : Part.END;
            case MARK -> c == '+' || c == '-' ? Part.SIGN : digit ? Part.EXPONENT : Part.MISPLACED;
            case SIGN -> digit ? Part.EXPONENT : Part.MISPLACED;
            case EXPONENT -> digit ? Part.EXPONENT : Part.END;
            default -> part;
        };
    }

    private Part afterInteger(char c) {
        return c == '.' ? Part.POINT : isMark(c) ? mark() : Part.END;
    }

    private static boolean isMark(char c) {
        return c == 'e' || c == 'E';
    }

    private Part mark() {
        hasExponent = true;
        return Part.MARK;
    }

    /** Returns whether the reading stopped at a character that can't stand there. */
    boolean isMisplaced() {
        return part == Part.MISPLACED;
    }

    /** Returns whether the reading stopped at the limit. */
    boolean isTooLong() {
        return part == Part.TOO_LONG;
    }

    /** Returns whether a number that could end here does so, since this character comes next. */
    boolean endsBefore(char next) {
        return next(next) == Part.END;
    }

    /** Returns whether the number could end here. */
    boolean mayEnd() {
        return part == Part.ZERO
                || part == Part.INTEGER
                || part == Part.FRACTION
                || part == Part.EXPONENT
                || part == Part.END;
    }

    /** Returns whether the number's value is a finite double and its exponent is small enough. */
    boolean isRepresentable() {
        return !hasExponent && literal.length() <= SURELY_FINITE
                || !Double.isInfinite(Double.parseDouble(literal.toString())) && isReckonable();
    }

    private boolean isReckonable() {
        if (!hasExponent || exponentDigits() < HARMLESS_EXPONENT) {
            return true;
        }
        try {
            return new BigDecimal(literal.toString()).precision() > 0;
        } catch (NumberFormatException exponentTooGreat) {
            return false;
        }
    }

    private int exponentDigits() {
        int digits = 0;
        for (int i = literal.length() - 1; Character.isDigit(literal.charAt(i)); i--) {
            digits++;
        }
        return digits;
    }
}
