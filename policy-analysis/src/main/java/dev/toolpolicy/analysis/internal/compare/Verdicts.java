package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.check.Reachability;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.analysis.internal.search.RuleConstraints;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The verdicts of one list: that a rule decides, or that a rule would allow a call and the list asks since an earlier one
 * can't be answered. Not thread-safe.
 */
final class Verdicts {
    final List<RuleSpec> rules;
    final List<RuleConstraints> constraints;
    private final RuleScope scope;
    /** The first index of each rule; equal rules of compared lists have the same constraints. */
    private final Map<RuleConstraints, Integer> first = new HashMap<>();

    final List<Verdict> verdicts = new ArrayList<>();
    /** The stricter rules that may be unanswered, up to the first catch-all. */
    private final List<Integer> marking = new ArrayList<>();

    /** Creates a side. Leaving out dead rules takes a while, and saves more if all verdicts are compared. */
    Verdicts(
            RuleScope scope,
            Function<RuleSpec, RuleConstraints> constraints,
            List<RuleSpec> rules,
            boolean withoutDead) {
        this.rules = rules;
        this.constraints = rules.stream().map(constraints).toList();
        this.scope = scope;
        for (int rule = 0; rule < rules.size(); rule++) {
            first.putIfAbsent(this.constraints.get(rule), rule);
        }
        addVerdicts(withoutDead ? new Reachability.Questions(scope, rules).rulesWithoutCalls() : List.of());
    }

    /** Adds the verdicts that are possible. Rules after a catch-all are left out. */
    private void addVerdicts(List<Reachability.Reach> reach) {
        for (int rule = 0; rule < rules.size(); rule++) {
            Mode mode = rules.get(rule).mode();
            if (constraints.get(rule).mayMark()) {
                marking.add(rule);
            }
            if (reach.isEmpty() || !(reach.get(rule) instanceof Reachability.Reach.Never)) {
                verdicts.add(new Verdict(this, mode, rule, false));
            }
            if (mode == Mode.ALLOW && !marking.isEmpty()) {
                verdicts.add(new Verdict(this, Mode.ASK, rule, true));
            }
            if (rules.get(rule).isCatchAll()) {
                return;
            }
        }
        boolean passes = scope.isFloor();
        verdicts.add(new Verdict(this, passes ? Mode.ALLOW : Mode.ASK, rules.size(), false));
        if (passes && !marking.isEmpty()) {
            verdicts.add(new Verdict(this, Mode.ASK, rules.size(), true));
        }
    }

    /** Returns for each rule before one that may be unanswered what it takes that it doesn't fail. */
    private List<List<Assertion>> marks(int before) {
        return marking.stream()
                .takeWhile(rule -> rule < before)
                .map(rule -> constraints.get(rule).unfailed())
                .toList();
    }

    /**
     * A verdict of a list.
     *
     * @param side the list
     * @param mode the mode that it gives a call
     * @param rule the rule that holds, from 0; the number of rules if none does
     * @param marked whether an earlier rule can't be answered, so that the list asks
     */
    record Verdict(Verdicts side, Mode mode, int rule, boolean marked) {

        /** Returns whether a rule with conditions holds, not a catch-all or none. */
        boolean isConditional() {
            return rule < side.rules.size() && !side.rules.get(rule).isCatchAll();
        }

        /** Returns whether no call gets both, as far as that is easy to tell. */
        boolean excludes(Verdict other) {
            boolean isSame = rule == other.rule && marked != other.marked;
            return isAfter(other) || other.isAfter(this) || isSame && upToRule().equals(other.upToRule());
        }

        /** Returns whether this list has the other verdict's rule, which holds, above its own, so that it would decide. */
        private boolean isAfter(Verdict other) {
            Integer above = other.rule < other.side.rules.size()
                    ? side.first.get(other.side.constraints.get(other.rule))
                    : null;
            return above != null && above < rule;
        }

        private List<RuleConstraints> upToRule() {
            return side.constraints.subList(0, Math.min(rule + 1, side.rules.size()));
        }

        /** Adds what the rule that holds must answer. */
        void addHolding(Collection<Assertion> assertions, Collection<Clause> clauses) {
            if (rule < side.rules.size()) {
                side.constraints.get(rule).addHolding(assertions, clauses);
            }
        }

        /** Adds what earlier rules must answer. */
        void addEarlier(Collection<Assertion> assertions, Collection<Clause> clauses) {
            for (RuleConstraints earlier : side.constraints.subList(0, rule)) {
                earlier.addPassed(marked ? Mode.ASK : mode, assertions, clauses);
            }
            if (marked) {
                clauses.add(new Clause(side.marks(rule)));
            }
        }
    }
}
