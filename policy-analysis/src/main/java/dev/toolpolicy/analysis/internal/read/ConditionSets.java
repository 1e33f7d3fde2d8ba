package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The values of one place that satisfy a condition, as sets. A value satisfies it if it is in all of {@code holding},
 * doesn't satisfy it if it is outside of one of {@code possible}, and can't be read otherwise. Immutable.
 *
 * @param holding a set for each matcher
 * @param possible for each matcher, the same set and the values that it can't read
 */
public record ConditionSets(List<ValueSet> holding, List<ValueSet> possible) {

    /** Checks and copies the components. */
    public ConditionSets {
        holding = List.copyOf(holding);
        possible = List.copyOf(possible);
    }

    /**
     * Returns the sets of a condition for values of a type. Matchers that compare with a fact are left out.
     *
     * @param mode the decision of the condition's rule, which commands are read by
     * @throws IllegalArgumentException if a matcher doesn't fit the type
     */
    public static ConditionSets of(Condition condition, ParameterType type, NormalPath.Form form, Mode mode) {
        return of(condition, type, form, mode, Set.of(Matcher.InFact.class));
    }

    /**
     * Returns the sets of a condition for values of a type, apart from its commands. Matchers that compare with a fact
     * are left out too.
     *
     * @param mode the decision of the condition's rule
     * @throws IllegalArgumentException if a matcher doesn't fit the type
     */
    public static ConditionSets withoutCommands(
            Condition condition, ParameterType type, NormalPath.Form form, Mode mode) {
        return of(condition, type, form, mode, Set.of(Matcher.InFact.class, Matcher.Commands.class));
    }

    private static ConditionSets of(
            Condition condition,
            ParameterType type,
            NormalPath.Form form,
            Mode mode,
            Set<Class<? extends Matcher>> leftOut) {
        List<ValueSet> holding = new ArrayList<>();
        List<ValueSet> possible = new ArrayList<>();
        for (Matcher matcher : condition.matchers()) {
            if (!leftOut.contains(matcher.getClass())) {
                MatcherSets sets = MatcherSets.of(matcher, condition, type, form, mode);
                holding.add(sets.holding());
                possible.add(sets.possible());
            }
        }
        return new ConditionSets(holding, possible);
    }

    /** Returns whether every value can be read. */
    public boolean isTwoValued() {
        return holding.equals(possible);
    }
}
