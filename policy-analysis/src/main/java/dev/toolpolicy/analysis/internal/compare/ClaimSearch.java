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

/** The search for calls that refute claims about one list, which reads each rule once. Not thread-safe. */
public final class ClaimSearch {
    /** Limit of the constraints to visit for one claim; enough for some seconds. */
    private static final long MOST = 20_000_000;

    private final CallSearch calls;
    private final LinkedSearch search;
    private final Verdicts verdicts;
    private final boolean followsLinks;

    /**
     * One way in which a list gives a wrong mode.
     *
     * @param rule the rule that holds, from 0; the number of rules if none does
     * @param answer such a call, or no answer
     */
    public record Way(int rule, Answer answer) {}

    /**
     * Creates the search about a list.
     *
     * @param scope the tool's parameters and the declared facts
     * @param list the tool's rules, which are valid in the scope
     */
    public ClaimSearch(RuleScope scope, RuleList list) {
        calls = new CallSearch(scope);
        search = new LinkedSearch(calls);
        followsLinks = scope.paths().followsLinks();
        verdicts = new Verdicts(
                scope, rule -> calls.constraints(rule, followsLinks && rule.mode() == Mode.ALLOW), list.rules(), false);
    }

    /** Looks for a call that refutes a claim. Returns it, the proof that there is none, or no answer. */
    public Answer refute(ListClaim claim) {
        List<Way> ways = ways(claim, true);
        return ways.isEmpty() ? new Answer.None() : ways.get(ways.size() - 1).answer();
    }

    /** Returns each rule that refutes a claim, with a call, or that may refute it. */
    public List<Way> ways(ListClaim claim) {
        return ways(claim, false);
    }

    private List<Way> ways(ListClaim claim, boolean first) {
        calls.begin();
        List<RuleConstraints> state = constraints(claim.when(), false);
        List<RuleConstraints> left = constraints(claim.unless(), followsLinks);
        List<Way> ways = new ArrayList<>();
        long spent = 0;
        for (Verdict verdict : verdicts.verdicts) {
            if (claim.wrong().contains(verdict.mode())) {
                Goal goal = goal(verdict, state, left);
                spent += goal.assertions().size() + goal.clauses().size() + 1;
                Answer answer = spent > MOST ? new Answer.Unknown() : search.find(goal);
                boolean isFound = answer.fold(
                        found -> ways.add(new Way(verdict.rule(), answer)),
                        () -> false,
                        () -> !ways.add(new Way(verdict.rule(), answer)));
                if (first && isFound) {
                    return ways;
                }
            }
        }
        return ways;
    }

    private List<RuleConstraints> constraints(List<RuleSpec> rules, boolean inBothForms) {
        return rules.stream().map(rule -> calls.constraints(rule, inBothForms)).toList();
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
