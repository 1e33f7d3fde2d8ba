package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.test.policy.internal.coverage.ChangedRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The slips of a hand in a rule list, in the order of its rules. Stateless. */
final class RuleMutants {
    private RuleMutants() {}

    /**
     * A changed list.
     *
     * @param rule the number of the first rule that is changed, from 1
     * @param words what was changed
     * @param rules the changed list
     * @param changed the changed rule; empty if rules are only dropped or moved
     */
    record Slip(int rule, String words, RuleList rules, Optional<RuleSpec> changed) {}

    /** Returns the changed lists. */
    static List<Slip> of(RuleList list) {
        List<Slip> slips = new ArrayList<>();
        List<RuleSpec> rules = list.rules();
        for (int rule = 0; rule < rules.size(); rule++) {
            List<RuleSpec> fewer = new ArrayList<>(rules);
            fewer.remove(rule);
            slips.add(new Slip(rule + 1, "drops it", new RuleList(fewer, list.floors()), Optional.empty()));
            if (rule + 1 < rules.size()) {
                List<RuleSpec> swapped = new ArrayList<>(rules);
                swapped.set(rule, rules.get(rule + 1));
                swapped.set(rule + 1, rules.get(rule));
                slips.add(new Slip(
                        rule + 1,
                        "swaps it with rule " + (rule + 2),
                        new RuleList(swapped, list.floors()),
                        Optional.empty()));
            }
            addChanged(list, rule, slips);
        }
        return slips;
    }

    private static void addChanged(RuleList list, int rule, List<Slip> slips) {
        RuleSpec spec = list.rules().get(rule);
        if (spec.isUnreadable()) {
            return;
        }
        modeInPlace(spec.mode())
                .ifPresent(mode -> slips.add(slip(
                        list,
                        rule,
                        mode.word() + " in place of " + spec.mode().word(),
                        ChangedRule.of(spec, spec.each(), mode))));
        Match number = spec.each().map(RuleSpec.Each::match).orElse(null);
        if (number != null) {
            Match other = other(number);
            Optional<RuleSpec.Each> flipped = spec.each().map(each -> each.match(other));
            RuleSpec changed = ChangedRule.of(spec, flipped, spec.mode());
            slips.add(slip(list, rule, other.word() + " in place of " + number.word(), changed));
        }
        for (int i = 0; i < spec.conditions().size(); i++) {
            addChanged(list, rule, i, slips);
        }
    }

    private static void addChanged(RuleList list, int rule, int index, List<Slip> slips) {
        RuleSpec spec = list.rules().get(rule);
        Condition condition = spec.conditions().get(index);
        if (spec.conditions().size() > 1) {
            List<Condition> fewer = new ArrayList<>(spec.conditions());
            fewer.remove(index);
            slips.add(slip(list, rule, "drops the condition " + condition, spec.withConditions(fewer)));
        }
        boolean commands =
                condition.matchers().stream().anyMatch(each -> each.keyword().equals("commands"));
        if (condition.match().isPresent() && !commands) {
            Match other = other(condition.match().get());
            String words =
                    other.word() + " in place of " + condition.match().get().word() + " at " + condition.pointer();
            slips.add(slip(list, rule, words, with(spec, index, condition.match(other))));
        }
        for (int i = 0; i < condition.matchers().size(); i++) {
            Matcher matcher = condition.matchers().get(i);
            List<Matcher> matchers = new ArrayList<>(condition.matchers());
            if (matchers.size() > 1) {
                matchers.remove(i);
                slips.add(slip(list, rule, "drops " + matcher, with(spec, index, rebuilt(condition, matchers))));
                matchers.add(i, matcher);
            }
            for (MatcherMutants.Slip slip : MatcherMutants.of(matcher)) {
                matchers.set(i, slip.matcher());
                slips.add(slip(list, rule, slip.words(), with(spec, index, rebuilt(condition, matchers))));
            }
        }
    }

    private static Optional<Mode> modeInPlace(Mode mode) {
        return switch (mode) {
            case ALLOW, DENY -> Optional.of(Mode.ASK);
            case ASK, EDIT -> Optional.of(Mode.ALLOW);
        };
    }

    private static Match other(Match match) {
        return match == Match.ANY ? Match.ALL : Match.ANY;
    }

    private static Slip slip(RuleList list, int rule, String words, RuleSpec changed) {
        List<RuleSpec> rules = new ArrayList<>(list.rules());
        rules.set(rule, changed);
        return new Slip(rule + 1, words, new RuleList(rules, list.floors()), Optional.of(changed));
    }

    private static RuleSpec with(RuleSpec spec, int index, Condition condition) {
        List<Condition> conditions = new ArrayList<>(spec.conditions());
        conditions.set(index, condition);
        return spec.withConditions(conditions);
    }

    private static Condition rebuilt(Condition condition, List<Matcher> matchers) {
        return new Condition(
                condition.isOnFact(),
                condition.pointer(),
                matchers,
                condition.match(),
                condition.ignoresCase(),
                condition.matchesAbsent());
    }
}
