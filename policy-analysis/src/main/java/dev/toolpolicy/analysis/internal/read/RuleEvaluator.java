package dev.toolpolicy.analysis.internal.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Match;
import dev.toolpolicy.rule.Mode;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ArgumentPointer.Resolution;
import dev.toolpolicy.schema.NormalPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decision of a rule list about whole arguments, computed as the rules read, rule by rule and value by value. It
 * serves examples and witnesses, where clarity counts more than time. The engine decides by its own evaluation, while
 * arguments stream. Paths outside of the workspace are not looked for. Immutable.
 */
public final class RuleEvaluator {
    private final RuleScope scope;
    private final List<RuleSpec> rules;
    private final List<List<Test>> tests;

    /**
     * Creates the evaluator of rules that are valid in their scope.
     *
     * @throws IllegalArgumentException if a pointer is unknown, or a matcher is not valid for its place
     */
    public RuleEvaluator(RuleScope scope, List<RuleSpec> rules) {
        this.scope = scope;
        this.rules = List.copyOf(rules);
        this.tests = rules.stream()
                .map(rule -> rule.conditions().stream()
                        .map(condition -> test(rule, condition))
                        .toList())
                .toList();
    }

    /** A condition and what its values are compared with. */
    private record Test(Condition condition, Resolution.Resolved place, ConditionSets sets) {}

    /**
     * A decision about one call.
     *
     * @param mode the mode
     * @param rule the first rule that holds, from 0; empty if none does
     * @param markedBy if the rule would allow the call, but an earlier stricter rule can't be answered: the first of
     *     these, for which the call needs approval
     */
    public record Decision(Mode mode, Optional<Integer> rule, Optional<Integer> markedBy) {

        /** Returns the rule that decides the call, from 0; empty if an unanswered rule, or none, is the reason. */
        public Optional<Integer> decider() {
            return markedBy.isPresent() ? Optional.empty() : rule;
        }
    }

    private Test test(RuleSpec rule, Condition condition) {
        Resolution.Resolved place = scope.place(rule, condition);
        return new Test(
                condition,
                place,
                ConditionSets.of(condition, place.type(), scope.paths().form(), rule.mode()));
    }

    /**
     * Decides about a call.
     *
     * @param arguments valid arguments, with their defaults
     * @param facts the known facts; one that is absent was never said, one that is null has no value
     */
    public Decision decide(JsonNode arguments, JsonNode facts) {
        Optional<Integer> marked = Optional.empty();
        for (int rule = 0; rule < rules.size(); rule++) {
            Mode mode = rules.get(rule).mode();
            Truth holds = holds(rule, arguments, facts);
            if (holds == Truth.TRUE) {
                boolean capped = mode == Mode.ALLOW && marked.isPresent();
                return new Decision(
                        capped ? Mode.ASK : mode, Optional.of(rule), capped ? marked : Optional.<Integer>empty());
            } else if (holds == Truth.UNKNOWN && mode != Mode.ALLOW && marked.isEmpty()) {
                marked = Optional.of(rule);
            }
        }
        return new Decision(Mode.ASK, Optional.empty(), Optional.empty());
    }

    /**
     * Returns whether all conditions of a rule hold.
     *
     * @param rule the rule's index, from 0
     * @param arguments valid arguments, with their defaults
     * @param facts the known facts
     */
    public Truth holds(int rule, JsonNode arguments, JsonNode facts) {
        RuleSpec spec = rules.get(rule);
        if (spec.isUnreadable()) {
            return Truth.UNKNOWN;
        }
        return spec.each()
                .map(each -> elements(rule, each, arguments, facts))
                .orElseGet(() -> all(rule, arguments, facts));
    }

    private Truth elements(int rule, RuleSpec.Each each, JsonNode arguments, JsonNode facts) {
        List<Truth> elements = new ArrayList<>();
        scope.elements(each).forEachValue(arguments, element -> elements.add(all(rule, element, facts)));
        return Truth.of(each.match() == null ? Match.ANY : each.match(), elements);
    }

    private Truth all(int rule, JsonNode root, JsonNode facts) {
        Truth all = Truth.TRUE;
        for (Test test : tests.get(rule)) {
            all = all.and(holds(test, rules.get(rule).mode(), root, facts));
        }
        return all;
    }

    private Truth holds(Test test, Mode mode, JsonNode root, JsonNode facts) {
        Condition condition = test.condition;
        if (condition.isOnFact() && !facts.has(condition.pointer().parameter())) {
            return Truth.UNKNOWN;
        }
        List<Truth> values = new ArrayList<>();
        test.place.forEachValue(condition.isOnFact() ? facts : root, value -> values.add(matches(test, value, facts)));
        return Truth.of(RuleScope.quantifier(condition, mode), values);
    }

    private Truth matches(Test test, JsonNode value, JsonNode facts) {
        Object canonical =
                ValueSet.canonical(value, test.place.type(), test.condition.isOnFact() ? factForm() : form());
        Truth all =
                test.sets.possible().stream().allMatch(set -> set.contains(canonical)) ? Truth.UNKNOWN : Truth.FALSE;
        if (all == Truth.UNKNOWN && test.sets.holding().stream().allMatch(set -> set.contains(canonical))) {
            all = Truth.TRUE;
        }
        for (ArgumentPointer fact : test.sets.facts()) {
            all = all.and(isIn(fact, canonical, facts));
        }
        return all;
    }

    private Truth isIn(ArgumentPointer fact, Object canonical, JsonNode facts) {
        if (!facts.has(fact.parameter())) {
            return Truth.UNKNOWN;
        }
        Resolution.Resolved place = fact.resolve(scope.facts()).resolved().orElseThrow();
        List<Truth> values = new ArrayList<>();
        place.forEachValue(facts, value -> {
            boolean equal = ValueSet.canonical(value, place.type(), factForm()).equals(canonical);
            values.add(equal ? Truth.TRUE : Truth.FALSE);
        });
        return Truth.of(Match.ANY, values);
    }

    /** Returns the form of paths in facts, in which a tilde is a character. */
    private NormalPath.Form factForm() {
        return form().expandingHome(false);
    }

    private NormalPath.Form form() {
        return scope.paths().form();
    }
}
