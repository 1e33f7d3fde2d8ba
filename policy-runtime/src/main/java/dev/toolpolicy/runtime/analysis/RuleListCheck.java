package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.Reachability.Reach;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks rule lists against the schema of their tool: the one validator. Each rule for itself first; whether the rules
 * can be reached is judged only of a list in which each is right. Stateless.
 */
public final class RuleListCheck {

    private RuleListCheck() {}

    /**
     * Checks rules as they were written.
     *
     * @param schema the tool's parameters
     * @param drafts the rules, from the first to the last
     * @param syntax how their values are written
     * @return the rules, or all that is wrong with them; warnings in both cases
     */
    public static CheckedRules check(ToolSchema schema, List<RuleDraft> drafts, ValueSyntax syntax) {
        return check(schema, drafts, syntax, PathReading.PLAIN);
    }

    static CheckedRules check(ToolSchema schema, List<RuleDraft> drafts, ValueSyntax syntax, PathReading paths) {
        CheckedRules each = checkEach(schema, drafts, syntax);
        return each.rules().map(list -> checkList(schema, list.rules(), syntax, paths)).orElse(each);
    }

    /** Each rule for itself. */
    private static CheckedRules checkEach(ToolSchema schema, List<RuleDraft> drafts, ValueSyntax syntax) {
        DraftReader reader = new DraftReader(schema, syntax);
        List<Rule> rules = new ArrayList<>();
        List<Diagnostic> problems = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            try {
                rules.add(reader.read(i, drafts.get(i)));
            } catch (ProblemException wrong) {
                problems.add(wrong.problem());
            }
        }
        return new CheckedRules(problems.isEmpty() ? Optional.of(new RuleList(rules)) : Optional.empty(), problems);
    }

    /**
     * Checks rules made in code.
     *
     * @param schema the tool's parameters
     * @param rules the rules
     * @return the rules as they are to be used, with numbers rounded as their parameters say, or all that is wrong
     *     with them; warnings in both cases
     */
    public static CheckedRules check(ToolSchema schema, RuleList rules) {
        return check(schema, rules, PathReading.PLAIN);
    }

    /**
     * Checks rules made in code, for an engine that reads paths in its own way: which of them can decide depends on it.
     *
     * @param schema the tool's parameters
     * @param rules the rules
     * @param paths how paths are read
     * @return the rules as they are to be used, with numbers rounded as their parameters say, or all that is wrong
     *     with them; warnings in both cases
     */
    public static CheckedRules check(ToolSchema schema, RuleList rules, PathReading paths) {
        return check(schema, rules.rules().stream().map(RuleDraft::of).toList(), ValueSyntax.TYPED, paths);
    }

    /** Rules made in code, each for itself. */
    static CheckedRules checkEach(ToolSchema schema, RuleList rules) {
        return checkEach(schema, rules.rules().stream().map(RuleDraft::of).toList(), ValueSyntax.TYPED);
    }

    private static CheckedRules checkList(
            ToolSchema schema, List<Rule> rules, ValueSyntax syntax, PathReading paths) {
        Reachability.Questions questions = new Reachability.Questions(schema, rules, paths);
        List<Reach> reachability = questions.rulesWithoutCalls();
        List<Diagnostic> problems = new ArrayList<>();
        Set<Integer> unreachable = new HashSet<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            Reach reach = reachability.get(rule);
            if (reach instanceof Reach.Undecided) {
                problems.add(RuleWords.undecided(rule).at(rule));
            } else if (reach instanceof Reach.Never never && !isFinalCatchAll(rules, rule)) {
                unreachable.add(rule);
                problems.add(unreachable(rules, rule, never.takers(), questions, syntax));
            }
        }
        new RuleWarnings(schema, syntax)
                .find(rules).stream().filter(warning -> !unreachable.contains(warning.rule())).forEach(problems::add);
        problems.sort(Comparator.comparingInt(Diagnostic::rule));
        if (!questions.hasCatchAll()) {
            Reach implicit = questions.implicit(reachability);
            if (implicit instanceof Reach.Decides) {
                problems.add(RuleWords.noCatchAll(rules.size(), syntax));
            } else if (implicit instanceof Reach.Undecided) {
                problems.add(RuleWords.undecidedEnd(syntax));
            }
        }
        return new CheckedRules(Optional.of(new RuleList(rules)), problems);
    }

    /** A catch-all that merely makes the implicit answer explicit may stand at the end, behind no other. */
    private static boolean isFinalCatchAll(List<Rule> rules, int rule) {
        return rule == rules.size() - 1
                && rules.get(rule).condition().isEmpty()
                && rules.subList(0, rule).stream().allMatch(each -> each.condition().isPresent());
    }

    private static Diagnostic unreachable(
            List<Rule> rules, int rule, List<Integer> takers, Reachability.Questions questions, ValueSyntax syntax) {
        if (takers.isEmpty()) {
            Condition condition = rules.get(rule).condition().orElseThrow();
            return RuleWords.unsatisfiable(rule, condition.argument(), condition.matcher().keyword(), syntax).at(rule);
        }
        int first = takers.get(0);
        boolean catchAll = rules.get(first).condition().isEmpty();
        String help = rules.get(rule).condition().isEmpty() || !catchAll && !questions.canMove(rule, first)
                ? RuleWords.delete(rule)
                : catchAll ? RuleWords.moveToEnd(first) : RuleWords.moveAbove(rule, first);
        List<Diagnostic.Related> places = takers.stream()
                .map(taker -> new Diagnostic.Related(taker, RuleWords.thisIs(taker)))
                .toList();
        return RuleWords.unreachable(rule, takers).withHelp(help).at(rule).relatedTo(places);
    }
}
