package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A reader of rule lists as policy files write them: one mode, or rules in order. Stateless. */
public final class RuleListReader {

    private RuleListReader() {}

    /**
     * Reads and checks a rule list.
     *
     * @param scope what the rules can look at
     * @param written a mode's word or an array of rules
     * @return the rules or their errors, and warnings in both cases
     */
    public static CheckedRules read(RuleScope scope, JsonNode written) {
        if (written.isTextual()) {
            if (scope.isFloor() && Mode.of(written.textValue()).equals(Optional.of(Mode.ALLOW))) {
                return failed(List.of(RuleWords.floorAllows()));
            }
            return Mode.of(written.textValue())
                    .map(mode -> new CheckedRules(Optional.of(RuleList.always(mode)), List.of()))
                    .orElseGet(() -> failed(List.of(RuleWords.unknownSingleMode(written.textValue()))));
        } else if (!written.isArray()) {
            return failed(List.of(RuleWords.noRuleList(written)));
        }
        List<ObjectNode> rules = new ArrayList<>();
        List<Diagnostic> problems = new ArrayList<>();
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i) instanceof ObjectNode rule) {
                rules.add(rule);
            } else {
                problems.add(RuleWords.noRule(i, written.get(i)).at(i));
            }
        }
        return problems.isEmpty() ? read(scope, rules, ValueSyntax.TYPED) : failed(problems);
    }

    /**
     * Reads and checks rules as they were written.
     *
     * @param scope what the rules can look at
     * @param rules the rules in order: the value of each member by its name in policy files ({@code arg}, {@code const},
     *     {@code enum}, {@code exclusive_minimum}, …), in written order
     * @param syntax the notation of their values
     * @return the rules or their errors, and warnings in both cases
     */
    public static CheckedRules read(RuleScope scope, List<ObjectNode> rules, ValueSyntax syntax) {
        CheckedRules read = RuleListCheck.check(
                scope,
                rules.size(),
                rule -> new DraftReader(new RuleCheck(scope, syntax, rule), rules.get(rule)).read(),
                syntax);
        return new CheckedRules(
                read.rules(),
                read.diagnostics().stream().map(each -> placed(each, rules)).toList());
    }

    /** Returns a problem in the only condition of {@code all} at its place there: once read, the rule doesn't say it. */
    private static Diagnostic placed(Diagnostic problem, List<ObjectNode> rules) {
        String member = problem.member().orElse("");
        if (member.isEmpty()
                || problem.condition() >= 0
                || rules.get(problem.rule()).has(member)) {
            return problem;
        }
        boolean inAll =
                rules.get(problem.rule()).path(Keyword.ALL.word()).path(0).has(member);
        return inAll ? problem.inCondition(0) : problem;
    }

    /**
     * Reads and checks one condition that isn't of a rule.
     *
     * @param scope what it can look at
     * @param written the members of a rule, without a mode
     * @param mode the mode of the rules in which such a condition can be
     * @return one rule with this mode, or its errors
     */
    public static CheckedRules readCondition(RuleScope scope, JsonNode written, Mode mode) {
        ObjectNode rule = written.<ObjectNode>deepCopy().put(Keyword.MODE.word(), mode.word());
        return RuleListCheck.checkEach(
                1, index -> new DraftReader(new RuleCheck(scope, ValueSyntax.TYPED, index), rule).read());
    }

    private static CheckedRules failed(List<Diagnostic> problems) {
        return new CheckedRules(Optional.empty(), problems);
    }
}
