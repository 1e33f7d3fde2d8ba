package dev.toolpolicy.analysis.internal.number;

import dev.toolpolicy.schema.ExactNumber;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers between two cuts of the number line; a null cut is the line's end.
 *
 * @param from the cut below the range
 * @param to the cut above it
 */
public record NumberRange(@Nullable Cut from, @Nullable Cut to) {
    static final NumberRange LINE = new NumberRange(null, null);

    /** A cut directly before or after a number. */
    public record Cut(ExactNumber number, boolean after) implements Comparable<Cut> {
        @Override
        public int compareTo(Cut other) {
            int order = number.compareTo(other.number);
            return order != 0 ? order : Boolean.compare(after, other.after);
        }

        Cut negated() {
            return new Cut(Decimal.of(number).negated().number(), !after);
        }
    }

    NumberRange and(NumberRange other) {
        Cut low = from == null || other.from != null && other.from.compareTo(from) > 0 ? other.from : from;
        Cut high = to == null || other.to != null && other.to.compareTo(to) < 0 ? other.to : to;
        return new NumberRange(low, high);
    }

    /** Returns this range without another: at most two ranges, none of them empty. */
    List<NumberRange> minus(NumberRange other) {
        List<NumberRange> left = new ArrayList<>();
        if (other.from != null) {
            left.add(and(new NumberRange(null, other.from)));
        }
        if (other.to != null) {
            left.add(and(new NumberRange(other.to, null)));
        }
        left.removeIf(NumberRange::isEmpty);
        return left;
    }

    boolean isEmpty() {
        return from != null && to != null && from.compareTo(to) >= 0;
    }

    boolean contains(ExactNumber number) {
        return (from == null || from.compareTo(new Cut(number, false)) <= 0)
                && (to == null || to.compareTo(new Cut(number, true)) >= 0);
    }

    /** Returns the range mirrored at zero. */
    NumberRange negated() {
        return new NumberRange(to == null ? null : to.negated(), from == null ? null : from.negated());
    }
}
