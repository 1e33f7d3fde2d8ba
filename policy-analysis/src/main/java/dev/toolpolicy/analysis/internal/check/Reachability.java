package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rules of a list that can apply, exactly: for each rule a call that it decides, or the proof that there is none.
 * Immutable.
 *
 * <p>A rule decides the calls for which its conditions hold and no earlier rule does. If it allows them, no earlier
 * stricter rule may be unanswered either. Whether there is such a call is found place by place, by the values that are
 * possible there.
 *
 * @param rules the answer for each rule, in order; a final catch-all counts as any other rule
 * @param implicit the answer whether the implicit {@code ask} can apply, which decides if no rule holds, as for a
 *     catch-all after all rules
 */
public record Reachability(List<Reach> rules, Reach implicit) {

    /** The answer to whether a rule can apply. */
    public sealed interface Reach {

        /** Returns the answer of a rule that can apply; empty for others. */
        default Optional<Decides> decides() {
            return Optional.empty();
        }

        /**
         * A rule that can apply.
         *
         * @param arguments valid arguments of a call that the rule decides, as few as possible
         * @param facts the facts that must be known; null for a fact without a value
         */
        record Decides(ObjectNode arguments, ObjectNode facts) implements Reach {
            @Override
            public Optional<Decides> decides() {
                return Optional.of(this);
            }
        }

        /**
         * A rule that never applies.
         *
         * @param takers the earlier rules that together decide all its calls, from 0, none of which can be left out;
         *     empty if no call matches the rule
         */
        record Never(List<Integer> takers) implements Reach {}

        /** A rule for which the analysis can't tell within its budget. */
        record Undecided() implements Reach {}
    }

    /**
     * Finds out which rules of a list can apply, to calls with any facts. A fact may be unknown, also a required one.
     * If an engine follows links, a rule can apply if it does for any target of the links. The call of the answer has
     * as few links as possible.
     *
     * @param scope the tool's parameters, the declared facts, and the settings by which paths are read
     * @param list rules that are valid in the scope, as {@link RuleListCheck} returns them
     * @return the answer for each rule
     * @throws IllegalArgumentException if a pointer is unknown or a pattern is not valid
     */
    public static Reachability of(RuleScope scope, RuleList list) {
        return new Questions(scope, list.rules(), true).answer();
    }

    /**
     * Formats the answers, one line for each rule.
     *
     * @return lines such as {@code rule 1 decides {"path":"a"}}, joined by {@code \n}
     */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            lines.add(RuleWords.reach("rule " + (rule + 1), rules.get(rule)));
        }
        lines.add(RuleWords.reach("no rule", implicit));
        return String.join("\n", lines);
    }

    /** The questions about one list. Not thread-safe. */
    public static final class Questions {
        private final LinkedSearch search;
        private final List<RuleSpec> rules;
        private final List<RuleConstraints> constraints;
        private final boolean followsLinks;
        private final CallSearch calls;

        /** Asks which rules can apply, with any calls that show it. */
        public Questions(RuleScope scope, List<RuleSpec> rules) {
            this(scope, rules, false);
        }

        /**
         * Asks which rules can apply.
         *
         * @param simplest true for the simplest calls that show it, false for any
         */
        Questions(RuleScope scope, List<RuleSpec> rules, boolean simplest) {
            this.rules = rules;
            this.followsLinks = scope.paths().followsLinks();
            this.calls = new CallSearch(scope, simplest);
            this.search = new LinkedSearch(calls);
            this.constraints = rules.stream()
                    .map(rule -> calls.constraints(rule, followsLinks && rule.mode() == Mode.ALLOW))
                    .toList();
        }

        Reachability answer() {
            List<Reach> found = rules();
            return new Reachability(found, implicit(found));
        }

        List<Reach> rules() {
            List<Reach> found = new ArrayList<>();
            for (int rule = 0; rule < constraints.size(); rule++) {
                found.add(reach(rule, found));
            }
            return List.copyOf(found);
        }

        /** Returns the answer for each rule without the calls, which is much faster for long lists. */
        public List<Reach> rulesWithoutCalls() {
            Examples examples = new Examples(calls, rules, constraints);
            List<Reach> found = new ArrayList<>();
            for (int rule = 0; rule < constraints.size(); rule++) {
                int number = rule;
                Optional<Reach> easy =
                        examples.reach(rule).filter(reach -> !followsLinks || reach instanceof Reach.Decides);
                found.add(easy.orElseGet(() -> reach(number, found)));
            }
            return List.copyOf(found);
        }

        /** Returns whether the rules deny each call, with any facts. It stops at the first call that they don't. */
        public boolean deniesAll() {
            return IntStream.rangeClosed(0, rules.size())
                    .filter(rule -> rule == rules.size() || rules.get(rule).mode() != Mode.DENY)
                    .allMatch(rule ->
                            neverDecides(rule, IntStream.range(0, rule).boxed().toList()));
        }

        Reach implicit(List<Reach> found) {
            return reach(rules.size(), found);
        }

        /** Returns whether some rule always holds, so that the implicit decision never applies. */
        boolean hasCatchAll() {
            return rules.stream().anyMatch(RuleSpec::isCatchAll);
        }

        private Reach reach(int rule, List<Reach> earlier) {
            List<Integer> before = IntStream.range(0, rule).boxed().toList();
            Answer answer = find(rule, before);
            return answer.found()
                    .<Reach>map(found -> new Reach.Decides(found.arguments(), found.facts()))
                    .orElseGet(() -> answer instanceof Answer.None
                            ? new Reach.Never(takers(rule, before, earlier))
                            : new Reach.Undecided());
        }

        /**
         * Returns the first single rule that decides all calls of a rule, or as few rules as needed, earlier ones
         * preferred.
         */
        private List<Integer> takers(int rule, List<Integer> before, List<Reach> earlier) {
            if (neverDecides(rule, List.of())) {
                return List.of();
            }
            List<Integer> deciding = before.stream()
                    .filter(each -> !(earlier.get(each) instanceof Reach.Never)
                            || constraints.get(each).mayMark())
                    .toList();
            List<Integer> takers = new ArrayList<>(neverDecides(rule, deciding) ? deciding : before);
            for (int taker : takers) {
                if (neverDecides(rule, List.of(taker))) {
                    return List.of(taker);
                }
            }
            for (int i = takers.size() - 1; i >= 0; i--) {
                Integer taker = takers.remove(i);
                if (!neverDecides(rule, takers)) {
                    takers.add(i, taker);
                }
            }
            return List.copyOf(takers);
        }

        /**
         * Returns whether a rule could certainly apply above another one, and the rules that it passes could still
         * apply.
         *
         * @param isTaken whether that one decides all calls of the rule
         */
        boolean canMove(int rule, int above, boolean isTaken) {
            List<Integer> before =
                    new ArrayList<>(IntStream.range(0, above).boxed().toList());
            if (!decides(rule, before)) {
                return false;
            }
            for (int passed = above; passed < rule; passed++) {
                if (isTaken && passed > above && takesNothing(rule, above, passed)) {
                    continue;
                }
                while (before.size() < passed) {
                    before.add(before.size());
                }
                boolean decided = !neverDecides(passed, before);
                before.add(rule);
                if (decided && !decides(passed, before)) {
                    return false;
                }
                before.remove(before.size() - 1);
            }
            return true;
        }

        /** Returns whether it is clear that a rule takes no calls from one behind the taker of all its own. */
        private boolean takesNothing(int rule, int taker, int passed) {
            Mode mode = rules.get(passed).mode();
            TruthSet byRule =
                    TruthSet.ofEarlier(rules.get(taker).mode(), rules.get(rule).mode());
            boolean isTaken = byRule == TruthSet.NOT_TRUE
                    || TruthSet.ofEarlier(rules.get(taker).mode(), mode) == TruthSet.FALSE;
            boolean isAnswered = TruthSet.ofEarlier(rules.get(rule).mode(), mode) == TruthSet.NOT_TRUE
                    || !constraints.get(rule).mayMark();
            return isTaken && isAnswered && !followsLinks;
        }

        private boolean neverDecides(int rule, List<Integer> before) {
            return find(rule, before) instanceof Answer.None;
        }

        private boolean decides(int rule, List<Integer> before) {
            return find(rule, before) instanceof Answer.Found;
        }

        /**
         * Finds a call without links that a rule allows, and for which a stricter rule behind it holds too. There is none
         * if the stricter rule holds for all calls that the other allows, since that one is then an exception from it.
         */
        Optional<Answer.Found> taken(int allowing, int stricter) {
            Goal decided = goal(allowing, IntStream.range(0, allowing).boxed().toList());
            List<Assertion> assertions = new ArrayList<>(decided.assertions());
            List<Clause> clauses = new ArrayList<>(decided.clauses());
            constraints.get(stricter).addHolding(assertions, clauses);
            return calls.find(new Goal(assertions, clauses)).found().filter(both -> !isException(decided, stricter));
        }

        /**
         * Finds a call without links that a rule decides by a label, and that a denying rule behind it decides without that
         * label.
         */
        Optional<Answer.Found> labelled(int above, int stricter) {
            Goal decided = goal(above, IntStream.range(0, above).boxed().toList());
            List<Condition> labels = new ArrayList<>(rules.get(above).conditions());
            labels.removeAll(rules.get(stricter).conditions());
            labels.removeIf(each -> each.label().isEmpty());
            for (Condition label : labels) {
                List<Assertion> assertions = new ArrayList<>(decided.assertions());
                List<Clause> clauses = new ArrayList<>(decided.clauses());
                constraints.get(stricter).addHolding(assertions, clauses);
                for (int between = above + 1; between < stricter; between++) {
                    if (!rules.get(between).conditions().contains(label)) {
                        constraints.get(between).addPassed(Mode.DENY, assertions, clauses);
                    }
                }
                if (calls.find(new Goal(assertions, clauses)) instanceof Answer.Found found) {
                    return Optional.of(found);
                }
            }
            return Optional.empty();
        }

        private boolean isException(Goal decided, int stricter) {
            List<Assertion> assertions = new ArrayList<>(decided.assertions());
            List<Clause> clauses = new ArrayList<>(decided.clauses());
            constraints.get(stricter).addPassed(rules.get(stricter).mode(), assertions, clauses);
            return calls.find(new Goal(assertions, clauses)) instanceof Answer.None;
        }

        /** Finds a call that a rule decides behind some others, or the implicit decision for the number of rules. */
        private Answer find(int rule, List<Integer> before) {
            return search.find(goal(rule, before));
        }

        private Goal goal(int rule, List<Integer> before) {
            List<Assertion> assertions = new ArrayList<>();
            List<Clause> clauses = new ArrayList<>();
            Mode mode = Mode.ASK;
            if (rule < rules.size()) {
                mode = rules.get(rule).mode();
                constraints.get(rule).addHolding(assertions, clauses);
            }
            for (int earlier : before) {
                constraints.get(earlier).addPassed(mode, assertions, clauses);
            }
            return new Goal(assertions, clauses);
        }
    }
}
