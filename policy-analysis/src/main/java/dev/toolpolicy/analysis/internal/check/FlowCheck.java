package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.FlowScope;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The check of a rule's labels and sets, after all else of the rule: labels only make stricter, sets only make looser,
 * and both are ones that results bring.
 */
record FlowCheck(FlowScope flows, int rule, RuleSpec spec) {
    void check() throws ProblemException {
        boolean allows = spec.mode() == Mode.ALLOW;
        for (Condition condition : spec.conditions()) {
            if (allows && condition.label().isPresent()) {
                throw at(condition, Keyword.LABEL, -1, FlowWords.labelAllows(rule));
            } else if (!allows && !condition.sets().isEmpty()) {
                throw at(condition, Keyword.FROM, -1, FlowWords.fromStricter(rule, spec.mode()));
            }
        }
        for (Condition condition : spec.conditions()) {
            checkNames(condition);
        }
        for (Condition condition : spec.conditions()) {
            List<String> sets = condition.sets();
            for (String set : sets) {
                if (flows.isUntrusted(set)) {
                    throw at(condition, Keyword.FROM, sets.indexOf(set), FlowWords.untrustedSource(set));
                }
            }
        }
    }

    private void checkNames(Condition condition) throws ProblemException {
        if (condition.label().isPresent() && !flows.hasLabel(condition.label().get())) {
            throw at(
                    condition,
                    Keyword.LABEL,
                    -1,
                    FlowWords.unknownLabel(condition.label().get(), flows));
        }
        List<String> sets = condition.sets();
        for (String set : sets) {
            if (!flows.hasSet(set)) {
                throw at(condition, Keyword.FROM, sets.indexOf(set), FlowWords.unknownSource(set, flows));
            }
        }
    }

    /** Finds the rules that name sets which no current tool fills. */
    static List<Diagnostic> warnings(FlowScope flows, List<RuleSpec> rules) {
        List<Diagnostic> found = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            int index = rule;
            rules.get(rule).conditions().stream()
                    .flatMap(condition -> condition.sets().stream())
                    .filter(set -> !flows.isFilled(set))
                    .findFirst()
                    .ifPresent(set -> found.add(FlowWords.notFilled(set).at(index)));
        }
        return found;
    }

    private ProblemException at(Condition condition, Keyword member, int element, Diagnostic problem) {
        boolean isOwn = spec.conditions().size() == 1 && spec.each().isEmpty();
        Diagnostic placed = problem.at(rule, member.word(), element);
        return new ProblemException(
                isOwn ? placed : placed.inCondition(spec.conditions().indexOf(condition)));
    }
}
