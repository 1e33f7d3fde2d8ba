package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The values of one place that satisfy a condition, as sets. A value satisfies it if it is in all of {@code holding} and
 * is a value of each fact, doesn't satisfy it if it is outside of one of {@code possible} or of a fact, and can't be
 * read otherwise. Immutable.
 *
 * @param holding a set for each matcher that needs no fact
 * @param possible for each of these, the same set and the values that it can't read
 * @param facts the facts whose values the condition compares with
 */
public record ConditionSets(List<ValueSet> holding, List<ValueSet> possible, Set<ArgumentPointer> facts) {

    /** Checks and copies the components. */
    public ConditionSets {
        holding = List.copyOf(holding);
        possible = List.copyOf(possible);
        facts = Collections.unmodifiableSet(new LinkedHashSet<>(facts));
    }

    /**
     * Returns the sets of a condition for values of a type.
     *
     * @param mode the decision of the condition's rule, which commands are read by
     * @throws IllegalArgumentException if a matcher doesn't fit the type
     */
    public static ConditionSets of(Condition condition, ParameterType type, NormalPath.Form form, Mode mode) {
        return of(condition, type, form, mode, matcher -> true);
    }

    /**
     * Returns the sets of a condition for values of a type, apart from its commands.
     *
     * @param mode the decision of the condition's rule
     * @throws IllegalArgumentException if a matcher doesn't fit the type
     */
    public static ConditionSets withoutCommands(
            Condition condition, ParameterType type, NormalPath.Form form, Mode mode) {
        return of(condition, type, form, mode, matcher -> matcher.kind() != Matcher.Kind.COMMANDS);
    }

    private static ConditionSets of(
            Condition condition, ParameterType type, NormalPath.Form form, Mode mode, Predicate<Matcher> kept) {
        List<ValueSet> holding = new ArrayList<>();
        List<ValueSet> possible = new ArrayList<>();
        Set<ArgumentPointer> facts = new LinkedHashSet<>();
        for (Matcher matcher : condition.matchers()) {
            if (matcher.kind() == Matcher.Kind.IN_FACT) {
                facts.add(matcher.fact().orElseThrow());
            } else if (kept.test(matcher)) {
                MatcherSets sets = MatcherSets.of(matcher, condition, type, form, mode);
                holding.add(sets.holding());
                possible.add(sets.possible());
            }
        }
        return new ConditionSets(holding, possible, facts);
    }

    /** Returns whether each value satisfies the condition or doesn't, even if nothing else is known. */
    public boolean isTwoValued() {
        return facts.isEmpty() && holding.equals(possible);
    }
}
