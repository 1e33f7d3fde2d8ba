package dev.toolpolicy;

import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A limit of a tool's calls in a session: of their number, of the sum of an amount, or of failures in a row. Calls that
 * run or ran count with any outcome, except one that failed and had {@linkplain ToolResult#failureWithoutEffect
 * no effect}. Immutable.
 *
 * <pre>{@code
 * DeclaredTool.of("pay", schema).withLimits(
 *         CallLimit.calls(10).per(Duration.ofMinutes(1)),
 *         CallLimit.total("500", "/amount"),
 *         CallLimit.failures(3, Duration.ofMinutes(10)));
 * }</pre>
 */
public final class CallLimit {
    private final Kind kind;
    private final ExactNumber most;
    private final @Nullable ArgumentPointer amount;
    private final @Nullable Duration per;

    /** The kind of a limit: what it counts. */
    public enum Kind {
        /** The number of calls. */
        CALLS,
        /** The sum of an argument of the calls. */
        TOTAL,
        /** The failures since the last success. */
        FAILURES
    }

    private CallLimit(Kind kind, ExactNumber most, @Nullable ArgumentPointer amount, @Nullable Duration per) {
        if (per != null && (per.isNegative() || per.isZero())) {
            throw new IllegalArgumentException("the time of a limit must be positive, was " + per);
        }
        this.kind = kind;
        this.most = most;
        this.amount = amount;
        this.per = per;
    }

    /**
     * Limits the number of calls in a session.
     *
     * @param calls the maximum number, at least 1
     * @throws IllegalArgumentException if it is less than 1
     */
    public static CallLimit calls(int calls) {
        return new CallLimit(Kind.CALLS, atLeastOne("calls", calls), null, null);
    }

    /**
     * Limits the sum of an argument of all calls in a session. A call whose amount is missing, null or negative is
     * denied. Through an array, all elements are summed.
     *
     * @param most the maximum sum, a number as JSON, not negative; kept exactly
     * @param amount a JSON Pointer to a number
     * @throws IllegalArgumentException if one of them is not valid
     */
    public static CallLimit total(String most, String amount) {
        ExactNumber number = ExactNumber.of(most);
        if (number.compareTo(ExactNumber.of("0")) < 0) {
            throw new IllegalArgumentException("total must not be negative, was " + most);
        }
        return new CallLimit(Kind.TOTAL, number, ArgumentPointer.parse(amount), null);
    }

    /**
     * Denies calls after some failures in a row, until a time has passed since the last of them.
     *
     * @param failures the number of failures, at least 1
     * @param per the time, positive
     * @throws IllegalArgumentException if one of them is not valid
     */
    public static CallLimit failures(int failures, Duration per) {
        return new CallLimit(Kind.FAILURES, atLeastOne("failures", failures), null, Objects.requireNonNull(per, "per"));
    }

    private static ExactNumber atLeastOne(String what, int number) {
        if (number < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, was " + number);
        }
        return ExactNumber.of(Integer.toString(number));
    }

    /**
     * Counts only the calls of the last time, which slides.
     *
     * @param time the time, positive
     * @return a copy with this time
     * @throws IllegalArgumentException if it isn't positive
     */
    public CallLimit per(Duration time) {
        return new CallLimit(kind, most, amount, Objects.requireNonNull(time, "time"));
    }

    /** Returns what the limit counts. */
    public Kind kind() {
        return kind;
    }

    /** Returns the maximum number or sum. */
    public ExactNumber most() {
        return most;
    }

    /** Returns the place of the amounts that are summed; empty for a limit of calls or failures. */
    public Optional<ArgumentPointer> amount() {
        return Optional.ofNullable(amount);
    }

    /** Returns the time that is counted, or after which failures are forgiven; empty for the whole session. */
    public Optional<Duration> per() {
        return Optional.ofNullable(per);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallLimit that
                && kind == that.kind
                && most.equals(that.most)
                && Objects.equals(amount, that.amount)
                && Objects.equals(per, that.per);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, most, amount, per);
    }

    /**
     * Describes the limit in words.
     *
     * @return a text such as {@code at most 10 calls in PT1M}
     */
    @Override
    public String toString() {
        String what = switch (kind) {
            case CALLS -> "at most " + most + " calls";
            case TOTAL -> "at most " + most + " as the sum of " + amount;
            case FAILURES -> "at most " + most + " failures in a row";
        };
        return what + (per == null ? "" : " in " + per);
    }
}
