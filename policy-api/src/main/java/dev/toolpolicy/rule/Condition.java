package dev.toolpolicy.rule;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A condition of a rule: the values at one place satisfy one or more matchers. If there are several matchers, the same
 * value satisfies them all. Immutable.
 *
 * <pre>{@code
 * Condition small = AMOUNT.minimum(1).and(AMOUNT.maximum(100));
 * }</pre>
 *
 * @param isOnFact whether the condition looks at a fact; false if it looks at an argument
 * @param pointer the place of the values: a pointer into the tool's parameters, into one element of {@link
 *     RuleSpec#each}, or into the facts
 * @param matchers the tests of each value, at least one
 * @param match how many of the values must match, if the condition says so; beside commands, how many commands
 * @param ignoresCase whether texts are compared without regard to case
 */
public record Condition(
        boolean isOnFact, ArgumentPointer pointer, List<Matcher> matchers, Optional<Match> match, boolean ignoresCase) {
    /** Checks and copies the components. */
    public Condition {
        Objects.requireNonNull(pointer, "pointer");
        matchers = List.copyOf(matchers);
        if (matchers.isEmpty()) {
            throw new IllegalArgumentException("a condition has at least one matcher");
        }
    }

    /**
     * Creates a condition on an argument of the call.
     *
     * @param argument the place in the tool's parameters
     * @param matcher the test of each value there
     */
    public static Condition onArgument(ArgumentPointer argument, Matcher matcher) {
        return new Condition(false, argument, List.of(matcher), Optional.empty(), false);
    }

    /**
     * Creates a condition on a fact that the service knows. It can't be answered while the fact isn't known.
     *
     * @param fact the place in the declared facts
     * @param matcher the test of each value there
     */
    public static Condition onFact(ArgumentPointer fact, Matcher matcher) {
        return new Condition(true, fact, List.of(matcher), Optional.empty(), false);
    }

    /**
     * Requires that the same value satisfies another matcher too.
     *
     * @return a copy with one matcher more
     */
    public Condition and(Matcher matcher) {
        List<Matcher> more = new ArrayList<>(matchers);
        more.add(matcher);
        return new Condition(isOnFact, pointer, more, match, ignoresCase);
    }

    /**
     * Requires that the same value satisfies the matchers of another condition on the same place too.
     *
     * @return a copy with the other condition's matchers added
     * @throws IllegalArgumentException if the other condition looks elsewhere, or counts or compares otherwise
     */
    public Condition and(Condition other) {
        boolean alike = isOnFact == other.isOnFact
                && pointer.equals(other.pointer)
                && match.equals(other.match)
                && ignoresCase == other.ignoresCase;
        if (!alike) {
            throw new IllegalArgumentException("conditions on different places can't be joined: use RuleSpec.whenAll");
        }
        List<Matcher> more = new ArrayList<>(matchers);
        more.addAll(other.matchers);
        return new Condition(isOnFact, pointer, more, match, ignoresCase);
    }

    /**
     * Sets how many of the values must match. Valid for a pointer through an array, and beside commands.
     *
     * @param number the quantifier
     * @return a copy with this quantifier
     */
    public Condition match(Match number) {
        return new Condition(isOnFact, pointer, matchers, Optional.of(number), ignoresCase);
    }

    /**
     * Compares texts without regard to case, by Unicode simple case folding of both sides.
     *
     * @return a copy with this setting
     */
    public Condition ignoringCase() {
        return new Condition(isOnFact, pointer, matchers, match, true);
    }

    /**
     * Describes the condition in words.
     *
     * @return a text such as {@code /path prefix "src/"}
     */
    @Override
    public String toString() {
        StringJoiner tests = new StringJoiner(" and ");
        for (Matcher matcher : matchers) {
            tests.add(matcher.toString());
        }
        return (match.equals(Optional.of(Match.ALL)) ? "all of " : "")
                + (isOnFact ? "fact " : "")
                + pointer
                + " "
                + tests
                + (ignoresCase ? " ignoring case" : "");
    }
}
