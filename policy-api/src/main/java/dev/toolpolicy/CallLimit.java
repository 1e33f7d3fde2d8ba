package dev.toolpolicy;

import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ExactNumber;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * A limit on a tool's calls: their number, the sum of an amount, or failures in a row. It counts the calls of a
 * session and its sub-agents, or of all sessions in which a fact has the same value. Calls count with any outcome, except a {@linkplain
 * ToolResult#failureWithoutEffect failure without effect}. Immutable.
 *
 * <pre>{@code
 * DeclaredTool.of("pay", schema).withLimits(
 *         CallLimit.calls(10).per(Duration.ofMinutes(1)),
 *         CallLimit.total("500", "/amount"),
 *         CallLimit.failures(3, Duration.ofMinutes(10)));
 * }</pre>
 *
 * @param kind what the limit counts
 * @param most the maximum number or sum
 * @param amount the place of the amounts that are summed; empty for a limit of calls or failures
 * @param per the time that is counted, or after which failures are forgiven; empty for the whole session
 * @param reason one line that follows the message of a denial; empty if there is none
 * @param rule the name of the run rule whose calls count; empty for all calls
 * @param by the fact by whose value the calls of all sessions count; empty if those of the session count
 * @param singleNode whether a limit by a fact may count in the memory of this process
 */
public record CallLimit(
        Kind kind,
        ExactNumber most,
        Optional<ArgumentPointer> amount,
        Optional<Duration> per,
        Optional<String> reason,
        Optional<String> rule,
        Optional<ArgumentPointer> by,
        boolean singleNode) {
    /** The most calls that a limit by a fact can allow, since each is kept for the limit's time. */
    public static final int MOST_BY_FACT = 10_000;

    /** The kind of a limit: what it counts. */
    public enum Kind {
        /** The number of calls. */
        CALLS,
        /** The sum of an argument of the calls. */
        TOTAL,
        /** The failures since the last success. A call of unknown outcome is neither. */
        FAILURES
    }

    /** Checks the components. */
    public CallLimit {
        if (kind == Kind.TOTAL && most.compareTo(ExactNumber.of("0")) < 0) {
            throw new IllegalArgumentException("total must not be negative, was " + most);
        } else if (kind != Kind.TOTAL && most.compareTo(ExactNumber.of("1")) < 0) {
            throw new IllegalArgumentException(
                    kind.name().toLowerCase(Locale.ROOT) + " must be at least 1, was " + most);
        }
        if (amount.isPresent() != (kind == Kind.TOTAL) || kind == Kind.FAILURES && per.isEmpty()) {
            throw new IllegalArgumentException("only a total has an amount, and failures have a time");
        }
        if (per.isPresent() && (per.get().isNegative() || per.get().isZero())) {
            throw new IllegalArgumentException("the time of a limit must be positive, was " + per.get());
        }
        if (by.isPresent() && (per.isEmpty() || kind == Kind.FAILURES)) {
            throw new IllegalArgumentException("a limit by a fact counts calls or a total, and has a time");
        }
        if (by.isPresent() && kind == Kind.CALLS && most.compareTo(ExactNumber.of("" + MOST_BY_FACT)) > 0) {
            throw new IllegalArgumentException("a limit by a fact allows at most " + MOST_BY_FACT + " calls");
        }
    }

    /**
     * Limits the number of calls in a session.
     *
     * @param calls the maximum number, at least 1
     * @throws IllegalArgumentException if it is less than 1
     */
    public static CallLimit calls(int calls) {
        return of(Kind.CALLS, ExactNumber.of(Integer.toString(calls)), Optional.empty(), Optional.empty());
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
        Optional<ArgumentPointer> place = Optional.of(ArgumentPointer.parse(amount));
        return of(Kind.TOTAL, ExactNumber.of(most), place, Optional.empty());
    }

    /**
     * Denies calls after some failures in a row, until a time has passed since the last of them.
     *
     * @param failures the number of failures, at least 1
     * @param per the time, positive
     * @throws IllegalArgumentException if one of them is not valid
     */
    public static CallLimit failures(int failures, Duration per) {
        ExactNumber most = ExactNumber.of(Integer.toString(failures));
        return of(Kind.FAILURES, most, Optional.empty(), Optional.of(per));
    }

    /**
     * Counts only the calls of the last time, which slides.
     *
     * @param time the time, positive
     * @return a copy with this time
     * @throws IllegalArgumentException if it isn't positive
     */
    public CallLimit per(Duration time) {
        return new CallLimit(kind, most, amount, Optional.of(time), reason, rule, by, singleNode);
    }

    /**
     * Counts the same with another number.
     *
     * @param number the maximum number or sum
     * @return a copy with this number
     * @throws IllegalArgumentException if it isn't one that this kind of limit can have
     */
    public CallLimit most(ExactNumber number) {
        return new CallLimit(kind, number, amount, per, reason, rule, by, singleNode);
    }

    private static CallLimit of(Kind kind, ExactNumber most, Optional<ArgumentPointer> amount, Optional<Duration> per) {
        return new CallLimit(kind, most, amount, per, Optional.empty(), Optional.empty(), Optional.empty(), false);
    }

    /**
     * Gives the reason for the model whose call is denied, and for people who look at it.
     *
     * @param text one line, which follows the message that says which limit was reached
     * @return a copy with this reason
     */
    public CallLimit because(String text) {
        return new CallLimit(kind, most, amount, per, Optional.of(text), rule, by, singleNode);
    }

    /**
     * Counts and limits only the calls on which one rule decides in its list, just before they run, even if another list
     * is stricter or a path needs approval. An edited call counts for the rule that decides on the arguments as they were
     * approved; one that needs approval since a stricter rule can't be read counts for that rule.
     *
     * @param name the name of a rule of the tool's run list or of a floor
     * @return a copy with this rule
     */
    public CallLimit rule(String name) {
        return new CallLimit(kind, most, amount, per, reason, Optional.of(name), by, singleNode);
    }

    /**
     * Counts the calls of all sessions in which a fact has the same value, in the engine's store. A call is denied if the
     * fact isn't known. Call {@link #per(Duration)} first. An engine whose store is in its own memory refuses such a
     * limit, unless it is {@link #onSingleNode}.
     *
     * @param fact a JSON Pointer to a declared fact that is a string, a number or a boolean
     * @return a copy that counts by this fact
     * @throws IllegalArgumentException if the limit has no time, limits failures or more than {@link #MOST_BY_FACT}
     *     calls, or if the pointer is malformed
     */
    public CallLimit by(String fact) {
        return new CallLimit(
                kind, most, amount, per, reason, rule, Optional.of(ArgumentPointer.parse(fact)), singleNode);
    }

    /**
     * Allows a limit by a fact to count in this process's memory. It starts from zero after each restart.
     *
     * @return a copy for one node
     */
    public CallLimit onSingleNode() {
        return new CallLimit(kind, most, amount, per, reason, rule, by, true);
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
            case TOTAL -> "at most " + most + " as the sum of " + amount.orElseThrow();
            case FAILURES -> "at most " + most + " failures in a row";
        };
        return what
                + per.map(time -> " in " + time).orElse("")
                + rule.map(name -> " under rule " + name).orElse("")
                + by.map(fact -> " for the same " + fact).orElse("");
    }
}
