package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The place that a condition of a rule looks at.
 *
 * @param index the rule's index
 * @param pointer where it is in the tool's parameters or the facts, also below {@code each}
 * @param target what is there
 */
record Place(int index, RuleSpec rule, Condition condition, ArgumentPointer pointer, Resolution.Resolved target) {

    /** Returns the places of each rule of a list. */
    static List<List<Place>> of(RuleScope scope, List<RuleSpec> rules) {
        return IntStream.range(0, rules.size())
                .mapToObj(index -> rules.get(index).conditions().stream()
                        .map(condition -> of(scope, index, rules.get(index), condition))
                        .toList())
                .toList();
    }

    private static Place of(RuleScope scope, int index, RuleSpec rule, Condition condition) {
        ArgumentPointer pointer = rule.each()
                .filter(each -> !condition.isOnFact())
                .map(each -> ArgumentPointer.parse(each.array().toString() + condition.pointer()))
                .orElse(condition.pointer());
        return new Place(index, rule, condition, pointer, scope.place(rule, condition));
    }

    boolean isArgument() {
        return !condition.isOnFact();
    }

    /** Returns whether another condition looks at the same argument, or the same fact. */
    boolean isSamePlace(Place other) {
        return isArgument() == other.isArgument() && pointer.equals(other.pointer);
    }

    boolean is(ParameterType.Kind kind) {
        return target.type().kind() == kind;
    }

    /** Returns whether any string may be there. */
    boolean isOpenText() {
        return is(ParameterType.Kind.STRING) && target.type().allowed().isEmpty();
    }

    boolean hasMatcher(Matcher.Kind kind) {
        return condition.matchers().stream().anyMatch(matcher -> matcher.kind() == kind);
    }

    /**
     * Returns the condition's index in {@code all}; -1 if it stands in the rule itself. Equal conditions count as the
     * first.
     */
    int inRule() {
        boolean own = rule.each().isEmpty() && rule.conditions().size() == 1;
        return own ? -1 : rule.conditions().indexOf(condition);
    }
}
