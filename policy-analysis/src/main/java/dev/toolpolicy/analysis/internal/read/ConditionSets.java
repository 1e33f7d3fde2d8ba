package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
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
 * is a value of a fact of each group, doesn't satisfy it if it is outside of one of {@code possible} or of all facts of a group, and can't be
 * read otherwise. Immutable.
 *
 * @param holding a set for each matcher that needs no fact
 * @param possible for each of these, the same set and the values that it can't read
 * @param facts groups of facts, with one of each of which the condition needs a value in common
 */
public record ConditionSets(List<ValueSet> holding, List<ValueSet> possible, Set<Set<ArgumentPointer>> facts) {

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
        Set<Set<ArgumentPointer>> facts = new LinkedHashSet<>();
        for (Matcher matcher : condition.matchers()) {
            if (matcher.kind() == Matcher.Kind.IN_FACT) {
                facts.add(Set.of(matcher.fact().orElseThrow()));
            } else if (matcher.kind() == Matcher.Kind.FROM) {
                Set<ArgumentPointer> sets = new LinkedHashSet<>();
                matcher.texts().forEach(set -> sets.add(FlowFacts.set(set)));
                facts.add(sets);
            } else if (kept.test(matcher)) {
                MatcherSets sets = MatcherSets.of(matcher, condition, type, form, mode);
                holding.add(sets.holding());
                possible.add(sets.possible());
            }
        }
        return new ConditionSets(holding, possible, facts);
    }

    /** Returns the facts of all groups. */
    public Set<ArgumentPointer> allFacts() {
        Set<ArgumentPointer> all = new LinkedHashSet<>();
        facts.forEach(all::addAll);
        return all;
    }

    /** Returns whether some values, or facts that were not given, leave the condition unanswered. */
    public boolean mayBeUnanswered() {
        return !holding.equals(possible) || allFacts().stream().anyMatch(fact -> !FlowFacts.isHidden(fact.parameter()));
    }

    /** Returns whether each value satisfies the condition or doesn't, even if nothing else is known. */
    public boolean isTwoValued() {
        return facts.isEmpty() && holding.equals(possible);
    }
}
