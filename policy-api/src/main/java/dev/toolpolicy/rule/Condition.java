package dev.toolpolicy.rule;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

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
 * @param matchesAbsent whether the condition also holds if the argument isn't there, is null or has no element
 */
public record Condition(
        boolean isOnFact,
        ArgumentPointer pointer,
        List<Matcher> matchers,
        Optional<Match> match,
        boolean ignoresCase,
        boolean matchesAbsent) {
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
        return new Condition(false, argument, List.of(matcher), Optional.empty(), false, false);
    }

    /**
     * Creates a condition on a fact that the service knows. It can't be answered while the fact isn't known.
     *
     * @param fact the place in the declared facts
     * @param matcher the test of each value there
     */
    public static Condition onFact(ArgumentPointer fact, Matcher matcher) {
        return new Condition(true, fact, List.of(matcher), Optional.empty(), false, false);
    }

    /**
     * Creates a condition that holds while the session has a label: it has read a result that carries it. Only rules
     * that are stricter than {@code allow} have one.
     *
     * @param label the label, such as {@code untrusted}
     */
    public static Condition onLabel(String label) {
        return onFact(FlowFacts.label(label), Matcher.constant(BooleanNode.TRUE));
    }

    /**
     * Returns the label that the session must have.
     *
     * @return the label; empty for a condition on an argument or a fact
     */
    public Optional<String> label() {
        return isOnFact ? FlowFacts.labelAt(pointer) : Optional.empty();
    }

    /**
     * Returns the names of the sets that its matchers look values up in.
     *
     * @return the names in order; empty if it looks in none
     */
    public List<String> sets() {
        List<String> sets = new ArrayList<>();
        for (Matcher matcher : matchers) {
            if (matcher.kind() == Matcher.Kind.FROM) {
                sets.addAll(matcher.texts());
            }
        }
        return List.copyOf(sets);
    }

    /**
     * Requires that the same value satisfies another matcher too.
     *
     * @return a copy with one matcher more
     */
    public Condition and(Matcher matcher) {
        List<Matcher> more = new ArrayList<>(matchers);
        more.add(matcher);
        return new Condition(isOnFact, pointer, more, match, ignoresCase, matchesAbsent);
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
                && ignoresCase == other.ignoresCase
                && matchesAbsent == other.matchesAbsent;
        if (!alike) {
            throw new IllegalArgumentException("conditions on different places can't be joined: use RuleSpec.whenAll");
        }
        List<Matcher> more = new ArrayList<>(matchers);
        more.addAll(other.matchers);
        return new Condition(isOnFact, pointer, more, match, ignoresCase, matchesAbsent);
    }

    /**
     * Sets how many of the values must match. Valid for a pointer through an array, and beside commands.
     *
     * @param number the quantifier
     * @return a copy with this quantifier
     */
    public Condition match(Match number) {
        return new Condition(isOnFact, pointer, matchers, Optional.of(number), ignoresCase, matchesAbsent);
    }

    /**
     * Compares texts without regard to case, by Unicode simple case folding of both sides.
     *
     * @return a copy with this setting
     */
    public Condition ignoringCase() {
        return new Condition(isOnFact, pointer, matchers, match, true, matchesAbsent);
    }

    /**
     * Makes the condition hold also where the argument isn't there, is null or, where an array is passed, has no
     * element. An element that is there and lacks the member doesn't match.
     *
     * @return a copy with this setting
     */
    public Condition orAbsent() {
        return new Condition(isOnFact, pointer, matchers, match, ignoresCase, true);
    }

    /**
     * Describes the condition in words.
     *
     * @return a text such as {@code /path prefix "src/"}
     */
    @Override
    public String toString() {
        if (label().isPresent()) {
            return "label " + label().get();
        }
        String tests = matchers.stream().map(Matcher::toString).collect(Collectors.joining(" and "));
        return (match.equals(Optional.of(Match.ALL)) ? "all of " : "")
                + (isOnFact ? "fact " : "")
                + pointer
                + " "
                + tests
                + (ignoresCase ? " ignoring case" : "")
                + (matchesAbsent ? " or absent" : "");
    }
}
