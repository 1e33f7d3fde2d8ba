package dev.toolpolicy.rule;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A condition of a rule: the values at one place satisfy one or more matchers. If there are several matchers, the same
 * value satisfies them all. Immutable.
 *
 * <pre>{@code
 * Condition small = AMOUNT.minimum(1).and(AMOUNT.maximum(100));
 * }</pre>
 */
public final class Condition {
    private final boolean fact;
    private final ArgumentPointer pointer;
    private final List<Matcher> matchers;
    private final @Nullable Match match;
    private final boolean ignoresCase;

    private Condition(
            boolean fact, ArgumentPointer pointer, List<Matcher> matchers, @Nullable Match match, boolean ignoresCase) {
        this.fact = fact;
        this.pointer = Objects.requireNonNull(pointer, "pointer");
        this.matchers = List.copyOf(matchers);
        this.match = match;
        this.ignoresCase = ignoresCase;
    }

    /**
     * Creates a condition on an argument of the call.
     *
     * @param argument the place in the tool's parameters
     * @param matcher the test of each value there
     */
    public static Condition onArgument(ArgumentPointer argument, Matcher matcher) {
        return new Condition(false, argument, List.of(matcher), null, false);
    }

    /**
     * Creates a condition on a fact that the service knows. It can't be answered while the fact isn't known.
     *
     * @param fact the place in the declared facts
     * @param matcher the test of each value there
     */
    public static Condition onFact(ArgumentPointer fact, Matcher matcher) {
        return new Condition(true, fact, List.of(matcher), null, false);
    }

    /**
     * Requires that the same value satisfies another matcher too.
     *
     * @return a copy with one matcher more
     */
    public Condition and(Matcher matcher) {
        List<Matcher> more = new ArrayList<>(matchers);
        more.add(matcher);
        return new Condition(fact, pointer, more, match, ignoresCase);
    }

    /**
     * Requires that the same value satisfies the matchers of another condition on the same place too.
     *
     * @return a copy with the other condition's matchers added
     * @throws IllegalArgumentException if the other condition looks elsewhere, or counts or compares otherwise
     */
    public Condition and(Condition other) {
        boolean alike = fact == other.fact
                && pointer.equals(other.pointer)
                && match == other.match
                && ignoresCase == other.ignoresCase;
        if (!alike) {
            throw new IllegalArgumentException("conditions on different places can't be joined: use RuleSpec.whenAll");
        }
        List<Matcher> more = new ArrayList<>(matchers);
        more.addAll(other.matchers);
        return new Condition(fact, pointer, more, match, ignoresCase);
    }

    /**
     * Sets how many of the values must match. Valid for a pointer through an array, and beside commands.
     *
     * @param number the quantifier
     * @return a copy with this quantifier
     */
    public Condition match(Match number) {
        return new Condition(fact, pointer, matchers, Objects.requireNonNull(number), ignoresCase);
    }

    /**
     * Compares texts without regard to case, by Unicode simple case folding of both sides.
     *
     * @return a copy with this setting
     */
    public Condition ignoringCase() {
        return new Condition(fact, pointer, matchers, match, true);
    }

    /**
     * Returns whether the condition looks at a fact.
     *
     * @return false if it looks at an argument
     */
    public boolean isOnFact() {
        return fact;
    }

    /**
     * Returns the place of the values.
     *
     * @return a pointer into the tool's parameters, into one element of {@link RuleSpec#each}, or into the facts
     */
    public ArgumentPointer pointer() {
        return pointer;
    }

    /**
     * Returns the tests of each value.
     *
     * @return an immutable list, never empty
     */
    public List<Matcher> matchers() {
        return matchers;
    }

    /**
     * Returns how many of the values must match, if the condition says so; beside commands, how many commands.
     *
     * @return the quantifier; empty for the default
     */
    public Optional<Match> match() {
        return Optional.ofNullable(match);
    }

    /**
     * Returns whether texts are compared without regard to case.
     *
     * @return false by default
     */
    public boolean ignoresCase() {
        return ignoresCase;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Condition that
                && fact == that.fact
                && pointer.equals(that.pointer)
                && matchers.equals(that.matchers)
                && match == that.match
                && ignoresCase == that.ignoresCase;
    }

    @Override
    public int hashCode() {
        return Objects.hash(fact, pointer, matchers, match, ignoresCase);
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
        return (match == Match.ALL ? "all of " : "")
                + (fact ? "fact " : "")
                + pointer
                + " "
                + tests
                + (ignoresCase ? " ignoring case" : "");
    }
}
