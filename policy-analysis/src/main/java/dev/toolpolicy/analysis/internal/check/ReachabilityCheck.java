package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;

/** The check of which rules of a list can apply, and whether the implicit decision can. Stateless. */
final class ReachabilityCheck {
    private ReachabilityCheck() {}

    /** Returns the problems of the rules in order, then that of the list. */
    static List<Diagnostic> check(RuleScope scope, List<RuleSpec> rules, ValueSyntax syntax) {
        Reachability.Questions questions = new Reachability.Questions(scope, rules);
        List<Reach> reachability = questions.rulesWithoutCalls();
        List<Diagnostic> problems = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            Reach reach = reachability.get(rule);
            if (reach instanceof Reach.Never never) {
                if (!isFinalCatchAll(rules, rule)) {
                    problems.add(unreachable(rules, rule, never.takers(), questions, syntax));
                }
            } else if (reach.decides().isEmpty()) {
                problems.add(RuleWords.undecided(rule).at(rule));
            }
        }
        if (!questions.hasCatchAll() && !scope.isFloor()) {
            Reach implicit = questions.implicit(reachability);
            if (implicit.decides().isPresent()) {
                problems.add(RuleWords.noCatchAll(rules.size(), syntax));
            } else if (!(implicit instanceof Reach.Never)) {
                problems.add(RuleWords.undecidedEnd(syntax));
            }
        }
        return problems;
    }

    /**
     * Returns whether a rule is a catch-all at the end that makes the implicit decision explicit, with no catch-all
     * before it.
     */
    private static boolean isFinalCatchAll(List<RuleSpec> rules, int rule) {
        return rule == rules.size() - 1
                && rules.get(rule).isCatchAll()
                && rules.subList(0, rule).stream().noneMatch(RuleSpec::isCatchAll);
    }

    private static Diagnostic unreachable(
            List<RuleSpec> rules,
            int rule,
            List<Integer> takers,
            Reachability.Questions questions,
            ValueSyntax syntax) {
        if (takers.isEmpty()) {
            return RuleWords.unsatisfiable(rule, rules.get(rule), syntax).at(rule);
        }
        int first = takers.get(0);
        boolean catchAll = rules.get(first).isCatchAll();
        String help = rules.get(rule).isCatchAll() || !catchAll && !questions.canMove(rule, first, takers.size() == 1)
                ? RuleWords.delete(rule)
                : catchAll ? RuleWords.moveToEnd(first) : RuleWords.moveAbove(rule, first);
        Diagnostic problem = RuleWords.unreachable(rule, takers).withHelp(help).at(rule);
        for (int taker : takers) {
            problem = problem.relatedTo(taker, RuleWords.thisIs(taker));
        }
        return problem;
    }
}
