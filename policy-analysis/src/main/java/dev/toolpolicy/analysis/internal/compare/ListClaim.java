package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.compare.Verdicts.Verdict;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.search.CallSearch;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.analysis.internal.search.Goal;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.analysis.internal.search.LinkedSearch;
import dev.toolpolicy.analysis.internal.search.RuleConstraints;
import dev.toolpolicy.analysis.internal.search.TruthSet;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The claim that a list gives no call a mode of some, in each state with some labels and facts.
 *
 * @param when rules whose conditions hold in each such state, about labels and facts
 * @param wrong the modes that no call may get
 * @param unless rules; the claim isn't about calls for which the conditions of all of them hold; empty if it is about all
 */
public record ListClaim(List<RuleSpec> when, Set<Mode> wrong, List<RuleSpec> unless) {
    /** Limit of the constraints to visit for one claim; enough for some seconds. */
    private static final long MOST = 20_000_000;

    /** Copies the components. */
    public ListClaim {
        when = List.copyOf(when);
        wrong = Set.copyOf(wrong);
        unless = List.copyOf(unless);
    }

    /**
     * One way in which a list gives a wrong mode.
     *
     * @param rule the rule that holds, from 0; the number of rules if none does
     * @param answer such a call, or no answer
     */
    public record Way(int rule, Answer answer) {}

    /**
     * Looks for a call that refutes the claim.
     *
     * @param scope the tool's parameters and the declared facts
     * @param list the tool's rules, which are valid in the scope
     * @return such a call, the proof that there is none, or no answer
     */
    public Answer refute(RuleScope scope, RuleList list) {
        List<Way> ways = ways(scope, list, true);
        return ways.isEmpty() ? new Answer.None() : ways.get(ways.size() - 1).answer();
    }

    /**
     * Returns each rule that refutes the claim, with a call, or that may refute it.
     *
     * @param scope the tool's parameters and the declared facts
     * @param list the tool's rules, which are valid in the scope
     */
    public List<Way> ways(RuleScope scope, RuleList list) {
        return ways(scope, list, false);
    }

    private List<Way> ways(RuleScope scope, RuleList list, boolean first) {
        CallSearch calls = new CallSearch(scope);
        LinkedSearch search = new LinkedSearch(calls);
        boolean followsLinks = scope.paths().followsLinks();
        Verdicts verdicts = new Verdicts(
                scope, rule -> calls.constraints(rule, followsLinks && rule.mode() == Mode.ALLOW), list.rules(), false);
        List<RuleConstraints> state =
                when.stream().map(rule -> calls.constraints(rule, false)).toList();
        List<RuleConstraints> left = unless.stream()
                .map(rule -> calls.constraints(rule, followsLinks))
                .toList();
        List<Way> ways = new ArrayList<>();
        long spent = 0;
        for (Verdict verdict : verdicts.verdicts) {
            if (wrong.contains(verdict.mode())) {
                Goal goal = goal(verdict, state, left);
                spent += goal.assertions().size() + goal.clauses().size() + 1;
                Answer answer = spent > MOST ? new Answer.Unknown() : search.find(goal);
                if (!(answer instanceof Answer.None)) {
                    ways.add(new Way(verdict.rule(), answer));
                }
                if (first && answer instanceof Answer.Found) {
                    return ways;
                }
            }
        }
        return ways;
    }

    private static Goal goal(Verdict verdict, List<RuleConstraints> state, List<RuleConstraints> left) {
        List<Assertion> assertions = new ArrayList<>();
        List<Clause> clauses = new ArrayList<>();
        state.forEach(each -> each.addHolding(assertions, clauses));
        verdict.addHolding(assertions, clauses);
        verdict.addEarlier(assertions, clauses);
        if (!left.isEmpty()) {
            clauses.add(new Clause(left.stream()
                    .flatMap(each -> each.all().stream())
                    .map(constraint -> List.of(new Assertion(constraint, TruthSet.NOT_TRUE)))
                    .toList()));
        }
        return new Goal(assertions, clauses);
    }
}
