package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.analysis.internal.compare.Verdicts.Verdict;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Strictest;
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
import java.util.function.Function;
import java.util.stream.Stream;

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
     * Looks for a call that refutes the claim.
     *
     * @param scope the tool's parameters and the declared facts
     * @param list the tool's rules, which are valid in the scope
     * @return such a call, the proof that there is none, or no answer
     */
    public Answer refute(RuleScope scope, RuleList list) {
        CallSearch calls = new CallSearch(scope);
        boolean followsLinks = scope.paths().followsLinks();
        List<Verdicts> sides = new ArrayList<>();
        for (RuleList part : list.parts()) {
            sides.add(new Verdicts(
                    sides.isEmpty() ? scope : scope.inFloor(),
                    rule -> calls.constraints(rule, followsLinks && rule.mode() == Mode.ALLOW),
                    part.rules(),
                    false));
        }
        List<RuleConstraints> state =
                when.stream().map(rule -> calls.constraints(rule, false)).toList();
        List<RuleConstraints> left = unless.stream()
                .map(rule -> calls.constraints(rule, followsLinks))
                .toList();
        return new Refutation(sides, state, left, followsLinks ? new LinkedSearch(calls)::find : calls::find)
                .find(List.of());
    }

    /** The search for a call for which a list and its floors together give a mode of those. Not thread-safe. */
    private final class Refutation {
        private final List<Verdicts> sides;
        private final List<RuleConstraints> state;
        private final List<RuleConstraints> left;
        private final Function<Goal, Answer> search;
        private long spent;

        Refutation(
                List<Verdicts> sides,
                List<RuleConstraints> state,
                List<RuleConstraints> left,
                Function<Goal, Answer> search) {
            this.sides = sides;
            this.state = state;
            this.left = left;
            this.search = search;
        }

        /** Looks for a call for which the first lists have these verdicts. */
        Answer find(List<Verdict> chosen) {
            Mode mode = mode(chosen);
            if (mode == Mode.DENY || chosen.size() == sides.size()) {
                return wrong.contains(mode) ? find(goal(chosen, state, left)) : new Answer.None();
            } else if (mode != Mode.ALLOW && wrong.equals(Set.of(Mode.ALLOW))) {
                return new Answer.None();
            }
            boolean isKnown = true;
            for (Verdict verdict : sides.get(chosen.size()).verdicts) {
                Answer answer =
                        find(Stream.concat(chosen.stream(), Stream.of(verdict)).toList());
                if (answer instanceof Answer.Found) {
                    return answer;
                }
                isKnown &= answer instanceof Answer.None;
            }
            return isKnown ? new Answer.None() : new Answer.Unknown();
        }

        private Answer find(Goal goal) {
            spent += goal.assertions().size() + goal.clauses().size() + 1;
            return spent > MOST ? new Answer.Unknown() : search.apply(goal);
        }

        private static Mode mode(List<Verdict> verdicts) {
            List<Mode> modes = verdicts.stream().map(Verdict::mode).toList();
            return modes.isEmpty() ? Mode.ALLOW : modes.get(Strictest.of(modes));
        }
    }

    private static Goal goal(List<Verdict> verdicts, List<RuleConstraints> state, List<RuleConstraints> left) {
        List<Assertion> assertions = new ArrayList<>();
        List<Clause> clauses = new ArrayList<>();
        state.forEach(each -> each.addHolding(assertions, clauses));
        verdicts.forEach(each -> each.addHolding(assertions, clauses));
        verdicts.forEach(each -> each.addEarlier(assertions, clauses));
        if (!left.isEmpty()) {
            clauses.add(new Clause(left.stream()
                    .flatMap(each -> each.all().stream())
                    .map(constraint -> List.of(new Assertion(constraint, TruthSet.NOT_TRUE)))
                    .toList()));
        }
        return new Goal(assertions, clauses);
    }
}
