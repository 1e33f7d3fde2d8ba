package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The validator of rule lists against the schema of their tool. It checks each rule alone first. Whether rules can
 * apply is checked only if all rules of the list are valid. Stateless.
 */
public final class RuleListCheck {

    private RuleListCheck() {}

    /** Checks one rule of a list alone, by its number. */
    interface Each {
        RuleSpec check(int rule) throws ProblemException;
    }

    /** Checks each rule of a list alone, then the list. */
    static CheckedRules check(ToolSchema schema, int rules, Each check, ValueSyntax syntax, PathReading paths) {
        CheckedRules each = checkEach(rules, check);
        return each.rules()
                .map(list -> checkList(schema, list.rules(), syntax, paths))
                .orElse(each);
    }

    private static CheckedRules checkEach(int count, Each check) {
        List<RuleSpec> rules = new ArrayList<>();
        List<Diagnostic> problems = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            try {
                rules.add(check.check(i));
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
     * @return the rules, with numbers rounded to the precision of their parameters, or their errors, and warnings in
     *     both cases
     */
    public static CheckedRules check(ToolSchema schema, RuleList rules) {
        return check(schema, rules, PathReading.PLAIN);
    }

    /**
     * Checks rules made in code, with the settings by which an engine reads paths. They affect which rules can apply.
     *
     * @param schema the tool's parameters
     * @param rules the rules
     * @param paths the settings by which paths are read
     * @return the rules, with numbers rounded to the precision of their parameters, or their errors, and warnings in
     *     both cases
     */
    public static CheckedRules check(ToolSchema schema, RuleList rules, PathReading paths) {
        return check(schema, rules.rules().size(), each(schema, rules), ValueSyntax.TYPED, paths);
    }

    /** Checks each of the rules made in code alone. */
    public static CheckedRules checkEach(ToolSchema schema, RuleList rules) {
        return checkEach(rules.rules().size(), each(schema, rules));
    }

    private static Each each(ToolSchema schema, RuleList rules) {
        return rule -> new RuleCheck(schema, ValueSyntax.TYPED, rule)
                .check(rules.rules().get(rule));
    }

    private static CheckedRules checkList(
            ToolSchema schema, List<RuleSpec> rules, ValueSyntax syntax, PathReading paths) {
        Reachability.Questions questions = new Reachability.Questions(RuleScope.of(schema, paths), rules);
        List<Reach> reachability = questions.rulesWithoutCalls();
        List<Diagnostic> problems = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            int number = rule;
            reachability
                    .get(rule)
                    .fold(
                            decides -> Optional.<Diagnostic>empty(),
                            never -> isFinalCatchAll(rules, number)
                                    ? Optional.<Diagnostic>empty()
                                    : Optional.of(unreachable(rules, number, never.takers(), questions, syntax)),
                            () -> Optional.of(RuleWords.undecided(number).at(number)))
                    .ifPresent(problems::add);
        }
        Set<Integer> unreachable = problems.stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::rule)
                .collect(Collectors.toSet());
        new RuleWarnings(schema, syntax)
                .find(rules).stream()
                        .filter(warning -> !unreachable.contains(warning.rule()))
                        .forEach(problems::add);
        problems.sort(Comparator.comparingInt(Diagnostic::rule));
        if (!questions.hasCatchAll()) {
            questions
                    .implicit(reachability)
                    .fold(
                            decides -> Optional.of(RuleWords.noCatchAll(rules.size(), syntax)),
                            never -> Optional.<Diagnostic>empty(),
                            () -> Optional.of(RuleWords.undecidedEnd(syntax)))
                    .ifPresent(problems::add);
        }
        return new CheckedRules(Optional.of(new RuleList(rules)), problems);
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
            Condition condition = rules.get(rule).conditions().get(0);
            return RuleWords.unsatisfiable(
                            rule,
                            condition.pointer(),
                            condition.matchers().get(0).keyword(),
                            syntax)
                    .at(rule);
        }
        int first = takers.get(0);
        boolean catchAll = rules.get(first).isCatchAll();
        String help = rules.get(rule).isCatchAll() || !catchAll && !questions.canMove(rule, first)
                ? RuleWords.delete(rule)
                : catchAll ? RuleWords.moveToEnd(first) : RuleWords.moveAbove(rule, first);
        List<Diagnostic.Related> places = takers.stream()
                .map(taker -> new Diagnostic.Related(taker, RuleWords.thisIs(taker)))
                .toList();
        return RuleWords.unreachable(rule, takers).withHelp(help).at(rule).relatedTo(places);
    }
}
