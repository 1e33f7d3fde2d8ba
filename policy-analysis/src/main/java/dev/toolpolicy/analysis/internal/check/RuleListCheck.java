package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.lint.RuleWarnings;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The validator of rule lists against the schema of their tool. It checks each rule alone first. Whether rules can
 * apply is checked only if all rules of the list are valid. Stateless.
 */
public final class RuleListCheck {
    /**
     * The edition of the check. To be raised with each change by which the check finds more, so that engines check the
     * lists of definitions again that an earlier compiler checked.
     */
    public static final int EDITION = 4;

    private RuleListCheck() {}

    /**
     * Returns whether each rule of a list decides its examples, and none of its counterexamples.
     *
     * @param scope what the rules can look at
     * @param list rules that are valid in the scope
     */
    public static boolean examplesHold(RuleScope scope, RuleList list) {
        return new ExampleCheck(scope, list.rules(), ValueSyntax.TEXT).find().isEmpty();
    }

    /** Returns whether some rule looks at the session's labels or sets. */
    public static boolean looksAtFlows(RuleList list) {
        return list.all().stream()
                .flatMap(rule -> rule.conditions().stream())
                .anyMatch(condition -> condition.label().isPresent()
                        || condition.matchers().stream().anyMatch(each -> each.kind() == Matcher.Kind.FROM));
    }

    /** Checks one rule of a list alone, by its number. */
    interface Each {
        RuleSpec check(int rule) throws ProblemException;
    }

    /** Checks each rule of a list alone, then the list. */
    static CheckedRules check(RuleScope scope, int rules, Each check, ValueSyntax syntax) {
        CheckedRules each = checkEach(rules, check);
        return each.rules().map(list -> checkList(scope, list.rules(), syntax)).orElse(each);
    }

    /** Checks each rule of a list alone. */
    static CheckedRules checkEach(int count, Each check) {
        List<RuleSpec> rules = new ArrayList<>();
        List<Diagnostic> problems = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < count; i++) {
            try {
                RuleSpec rule = check.check(i);
                rules.add(rule);
                requireNewName(i, rule, names);
            } catch (ProblemException wrong) {
                problems.add(wrong.problem());
            }
        }
        return new CheckedRules(problems.isEmpty() ? Optional.of(new RuleList(rules)) : Optional.empty(), problems);
    }

    private static void requireNewName(int index, RuleSpec rule, Map<String, Integer> names) throws ProblemException {
        if (rule.name().isPresent()) {
            String name = rule.name().get();
            Integer other = names.putIfAbsent(name, index);
            if (other != null) {
                throw new ProblemException(
                        ConditionWords.nameTwice(index, other, name).at(index, Keyword.NAME.word()));
            }
        }
    }

    /**
     * Checks rules made in code.
     *
     * @param scope what the rules can look at
     * @param rules the rules
     * @return the rules, with numbers rounded to the precision of their parameters, or their errors, and warnings in
     *     both cases
     */
    public static CheckedRules check(RuleScope scope, RuleList rules) {
        return check(scope, rules.rules().size(), each(scope, rules), ValueSyntax.TYPED)
                .above(rules.floors());
    }

    /** Checks each of the rules made in code alone. */
    public static CheckedRules checkEach(RuleScope scope, RuleList rules) {
        return checkEach(rules.rules().size(), each(scope, rules)).above(rules.floors());
    }

    private static Each each(RuleScope scope, RuleList rules) {
        return rule -> new RuleCheck(scope, ValueSyntax.TYPED, rule)
                .check(rules.rules().get(rule));
    }

    private static CheckedRules checkList(RuleScope scope, List<RuleSpec> rules, ValueSyntax syntax) {
        List<Diagnostic> problems = new ArrayList<>(ReachabilityCheck.check(scope, rules, syntax));
        Set<Integer> unreachable = problems.stream()
                .filter(Diagnostic::isError)
                .map(Diagnostic::rule)
                .collect(Collectors.toSet());
        Stream.of(
                        scope.isFloor() ? List.<Diagnostic>of() : LateRules.find(scope, rules, unreachable, syntax),
                        new ExampleCheck(scope, rules, syntax).find(),
                        FlowCheck.warnings(scope.flows(), rules),
                        RuleWarnings.find(scope, rules, syntax))
                .flatMap(List::stream)
                .filter(found -> !unreachable.contains(found.rule()))
                .forEach(problems::add);
        problems.sort(Comparator.comparingInt(problem -> problem.rule() < 0 ? rules.size() : problem.rule()));
        return new CheckedRules(Optional.of(new RuleList(rules)), problems);
    }
}
