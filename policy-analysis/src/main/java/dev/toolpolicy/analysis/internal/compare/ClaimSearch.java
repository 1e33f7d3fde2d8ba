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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The search for calls that refute claims about one list and its floors, which reads each rule once. Not thread-safe.
 */
public final class ClaimSearch {
    /** Limit of the constraints to visit for one claim; enough for some seconds. */
    private static final long MOST = 20_000_000;

    private final CallSearch calls;
    private final Function<Goal, Answer> search;
    /** The verdicts of the list itself and of each floor. */
    private final List<Verdicts> sides = new ArrayList<>();

    private final boolean followsLinks;

    /**
     * One way in which a list gives a wrong mode.
     *
     * @param rule the rule of the list itself that holds, from 0; the number of its rules if none does
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
        followsLinks = scope.paths().followsLinks();
        search = followsLinks ? new LinkedSearch(calls)::find : calls::find;
        for (RuleList part : list.parts()) {
            sides.add(new Verdicts(
                    sides.isEmpty() ? scope : scope.inFloor(),
                    rule -> calls.constraints(rule, followsLinks && rule.mode() == Mode.ALLOW),
                    part.rules(),
                    false));
        }
    }

    /** Looks for a call that refutes a claim. Returns it, the proof that there is none, or no answer. */
    public Answer refute(ListClaim claim) {
        Question question = new Question(claim, true);
        question.ask(List.of());
        return question.ways.isEmpty()
                ? new Answer.None()
                : question.ways.get(question.ways.size() - 1).answer();
    }

    /** Returns each rule of the list itself that refutes a claim, with a call, or that may refute it. */
    public List<Way> ways(ListClaim claim) {
        Question question = new Question(claim, false);
        question.ask(List.of());
        return question.ways;
    }

    /** A claim that is being refuted. */
    private final class Question {
        private final ListClaim claim;
        private final boolean first;
        private final List<RuleConstraints> state;
        private final List<RuleConstraints> left;
        private final List<Way> ways = new ArrayList<>();
        /** The rules for which a call was found. */
        private final Set<Integer> found = new HashSet<>();

        private long spent;

        /**
         * Begins a question.
         *
         * @param first whether one call is enough
         */
        Question(ListClaim claim, boolean first) {
            calls.begin();
            this.claim = claim;
            this.first = first;
            state = constraints(claim.when(), false);
            left = constraints(claim.unless(), followsLinks);
        }

        private List<RuleConstraints> constraints(List<RuleSpec> rules, boolean inBothForms) {
            return rules.stream()
                    .map(rule -> calls.constraints(rule, inBothForms))
                    .toList();
        }

        /** Asks for calls for which the first lists have some verdicts. Returns whether no more is asked. */
        boolean ask(List<Verdict> chosen) {
            List<Mode> modes = chosen.stream().map(Verdict::mode).toList();
            Mode mode = modes.isEmpty() ? Mode.ALLOW : modes.get(Strictest.of(modes));
            if (mode == Mode.DENY || chosen.size() == sides.size()) {
                return claim.wrong().contains(mode) && find(chosen);
            }
            boolean isOver = mode != Mode.ALLOW && claim.wrong().equals(Set.of(Mode.ALLOW));
            boolean isEnough = false;
            for (Verdict verdict : isOver ? List.<Verdict>of() : sides.get(chosen.size()).verdicts) {
                isEnough = isEnough
                        || ask(Stream.concat(chosen.stream(), Stream.of(verdict))
                                .toList());
            }
            return isEnough;
        }

        private boolean find(List<Verdict> chosen) {
            int rule = chosen.get(0).rule();
            if (found.contains(rule)) {
                return false;
            }
            Goal goal = goal(chosen, state, left);
            spent += goal.assertions().size() + goal.clauses().size() + 1;
            Answer answer = spent > MOST ? new Answer.Unknown() : search.apply(goal);
            boolean isFound = answer.found().filter(call -> !isLeftOut(call)).isPresent();
            if (!(answer instanceof Answer.None)) {
                ways.add(new Way(rule, isFound ? answer : new Answer.Unknown()));
            }
            return isFound && found.add(rule) && first;
        }

        /** Returns whether the claim isn't about a call, if none of its paths leads elsewhere. */
        private boolean isLeftOut(Answer.Found call) {
            return !left.isEmpty() && left.stream().allMatch(each -> each.holds(call.seen(), call.facts()));
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
