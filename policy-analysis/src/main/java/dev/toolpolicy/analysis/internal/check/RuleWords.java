package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.Diagnostic.warning;
import static dev.toolpolicy.analysis.internal.read.Words.ascii;
import static dev.toolpolicy.analysis.internal.read.Words.helped;
import static dev.toolpolicy.analysis.internal.read.Words.kind;
import static dev.toolpolicy.analysis.internal.read.Words.listed;
import static dev.toolpolicy.analysis.internal.read.Words.listedNames;
import static dev.toolpolicy.analysis.internal.read.Words.oneOf;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.rule;
import static dev.toolpolicy.analysis.internal.read.Words.shown;
import static dev.toolpolicy.analysis.internal.read.Words.syntax;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.Reachability.Reach;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.analysis.internal.read.ValueReader;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ExactNumber;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The messages about rules and rule lists, in the style of {@link Words}. */
final class RuleWords {
    private static final String BUDGET = "simpler patterns, or fewer of them for one parameter, can be analyzed";

    private RuleWords() {}

    // ---- rules: members

    static Diagnostic noMode(int rule) {
        return error(DiagnosticCode.MODE, rule(rule) + " has no \"mode\"").withNote(modes());
    }

    static Diagnostic unknownMode(int rule, JsonNode mode) {
        Optional<String> meant = mode.isTextual() ? MemberWords.meantMode(mode.textValue()) : Optional.empty();
        return helped(error(DiagnosticCode.MODE, rule(rule) + " has the unknown mode " + shown(mode)), meant, modes());
    }

    private static String modes() {
        return "modes are "
                + listedNames(Stream.of(Mode.values()).map(Mode::word).toList());
    }

    /** Tells that a rule of a floor allows. */
    static Diagnostic floorAllows(int rule) {
        return floorAllows(rule(rule), "write mode = \"pass\" to end this floor, so that the other lists decide");
    }

    /** Tells that the only mode of a floor's list allows. */
    static Diagnostic floorAllows() {
        return floorAllows("the list", "delete it, so that the other lists decide");
    }

    private static Diagnostic floorAllows(String who, String help) {
        return error(DiagnosticCode.FLOOR_ALLOWS, who + " of a floor allows calls")
                .withHelp(help)
                .withNote("a floor can only make the decisions of other lists stricter");
    }

    static Diagnostic passesOutside(int rule) {
        return error(DiagnosticCode.MODE, rule(rule) + " passes, which only the rules of a floor do")
                .withHelp("write floor = true at the top of the file, or another mode")
                .withNote(modes());
    }

    // ---- rules: quantifiers

    static Diagnostic quantifierWithoutPointer(int rule) {
        return error(DiagnosticCode.QUANTIFIER, rule(rule) + " has \"match\" but no \"arg\" or \"fact\"")
                .withHelp("drop \"match\"");
    }

    static Diagnostic unknownQuantifier(JsonNode written) {
        return error(DiagnosticCode.QUANTIFIER, shown(written) + " is not a quantifier")
                .withHelp("write \"any\" or \"all\"");
    }

    static Diagnostic quantifierWithoutArray(ArgumentPointer pointer) {
        return error(
                        DiagnosticCode.QUANTIFIER,
                        "\"match\" is for pointers through an array, and " + quoted(pointer.toString())
                                + " does not pass one")
                .withHelp("drop \"match\"");
    }

    // ---- rules: matchers and their values

    static Diagnostic matcherType(Keyword matcher, String place, ParameterType type, ConditionContext context) {
        List<String> fitting = Keyword.MATCHERS.stream()
                .filter(each -> each.fits(type) && (each != Keyword.IN_FACT || context.hasFacts()))
                .filter(each -> each != Keyword.FROM || context.mode() == Mode.ALLOW)
                .map(each -> quoted(context.name(each)))
                .toList();
        return error(DiagnosticCode.MATCHER_TYPE, quoted(context.name(matcher)) + " doesn't fit " + place)
                .withHelp(kind(type) + " is matched with " + oneOf(fitting));
    }

    static Diagnostic valueType(JsonNode value, String place, ParameterType type, ValueSyntax syntax) {
        Diagnostic problem = error(DiagnosticCode.VALUE_TYPE, shown(value) + " is not a value of " + place);
        if (isNumberAsText(value, type, syntax)) {
            return problem.withHelp("write " + ascii(value.textValue()) + " without quotes");
        }
        if (value.isNull()) {
            return problem.withNote("null means absent, and rules see no value there");
        } else if (value.isTextual() && !ValueReader.isWellFormed(value.textValue())) {
            return problem.withNote("it contains half a surrogate pair, which the arguments of a call never do");
        }
        return switch (type.kind()) {
            case PATH -> value.isTextual() ? problem.withNote("a path must not contain NUL") : asJson(problem, syntax);
            case INTEGER -> {
                String bounds = Words.bounds(type);
                yield bounds.isEmpty() ? asJson(problem, syntax) : problem.withNote("it takes whole numbers" + bounds);
            }
            case BOOLEAN ->
                problem.withNote(
                        syntax == ValueSyntax.TEXT ? "it takes \"true\" or \"false\"" : "it takes true or false");
            case ANY -> asJson(syntax == ValueSyntax.TEXT ? quotedHelp(problem, value.asText()) : problem, syntax);
            case STRING -> problem;
            case NUMBER, ARRAY, OBJECT -> asJson(problem, syntax);
        };
    }

    private static Diagnostic asJson(Diagnostic problem, ValueSyntax syntax) {
        return syntax == ValueSyntax.TEXT ? problem.withNote("the text is read as JSON") : problem;
    }

    private static Diagnostic quotedHelp(Diagnostic problem, String text) {
        return text.chars().noneMatch(c -> c == '"' || c == '\\')
                ? problem.withHelp("write \"\\\"" + ascii(text) + "\\\"\" if that text is meant")
                : problem;
    }

    static Diagnostic boundIsNoNumber(Keyword keyword, JsonNode value, ValueSyntax syntax) {
        String name = quoted(syntax.nameOf(keyword.word()));
        Diagnostic problem = error(DiagnosticCode.VALUE_TYPE, name + " takes a number, not " + shown(value));
        return syntax == ValueSyntax.TYPED && value.isTextual() && ExactNumber.isLiteral(value.textValue())
                ? problem.withHelp("write " + syntax.assigned(keyword.word(), value.textValue()))
                : problem;
    }

    private static boolean isNumberAsText(JsonNode value, ParameterType type, ValueSyntax syntax) {
        return syntax == ValueSyntax.TYPED
                && value.isTextual()
                && Keyword.isNumber(type)
                && ExactNumber.isLiteral(value.textValue());
    }

    static Diagnostic emptyPrefix(int rule, ArgumentPointer pointer) {
        return error(
                        DiagnosticCode.EMPTY_PREFIX,
                        "\"prefix\" of " + rule(rule) + " is empty, so it would match every "
                                + quoted(pointer.toString()))
                .withHelp("delete " + rule(rule) + ", or its \"arg\" and \"prefix\" to make it a catch-all");
    }

    static Diagnostic valueNotAllowed(String value, ArgumentPointer pointer, List<String> allowed) {
        Diagnostic problem = error(
                DiagnosticCode.VALUE_NOT_ALLOWED,
                quoted(value) + " is not among the allowed values of " + quoted(pointer.toString()));
        return helped(problem, Words.nearest(value, allowed), "allowed are " + listedNames(allowed));
    }

    // ---- rule lists

    static Diagnostic noRuleList(JsonNode written) {
        Diagnostic problem = syntax("a rule list is one mode or a list of rules, not " + shown(written));
        return written.isObject() ? problem.withHelp("put the rule between [ and ]") : problem;
    }

    static Diagnostic noRule(int rule, JsonNode written) {
        return syntax(rule(rule) + " is " + shown(written) + ", not an object")
                .withHelp("write { mode = " + (written.isTextual() ? shown(written) : "\"ask\"") + " }");
    }

    static Diagnostic unknownSingleMode(String written) {
        Diagnostic problem = error(DiagnosticCode.MODE, "there is no mode " + quoted(written));
        return helped(problem, MemberWords.meantMode(written), modes());
    }

    static Diagnostic unreachable(int rule, List<Integer> takers) {
        return error(
                        DiagnosticCode.UNREACHABLE_RULE,
                        rule(rule) + " never applies: " + rules(takers) + (takers.size() == 1 ? " decides" : " decide")
                                + " every call it would match")
                .withNote("rules are tried top to bottom and the first match decides");
    }

    static Diagnostic unsatisfiable(int rule, RuleSpec spec, ValueSyntax syntax) {
        return error(DiagnosticCode.UNREACHABLE_RULE, rule(rule) + " never applies: " + unsatisfied(spec, syntax))
                .withHelp(delete(rule));
    }

    private static String unsatisfied(RuleSpec spec, ValueSyntax syntax) {
        if (spec.conditions().size() > 1) {
            return "no call satisfies all its conditions";
        }
        Condition condition = spec.conditions().get(0);
        String what = "no value of " + quoted(condition.pointer().toString()) + " satisfies ";
        return condition.matchers().size() > 1
                ? what + "all its matchers"
                : what + "its "
                        + quoted(syntax.nameOf(condition.matchers().get(0).keyword()));
    }

    static Diagnostic undecided(int rule) {
        return warning(
                        DiagnosticCode.UNDECIDED_RULE,
                        "can't prove that " + rule(rule) + " can ever apply; it still works at run time")
                .withNote(BUDGET);
    }

    static Diagnostic undecidedEnd(ValueSyntax syntax) {
        return warning(
                        DiagnosticCode.UNDECIDED_RULE,
                        "can't prove that every call matches a rule; calls that match none will need approval")
                .withHelp("end the list with " + syntax.catchAll())
                .withNote(BUDGET);
    }

    static Diagnostic stricterAfterAllow(
            int rule, Mode mode, int above, boolean allows, Answer.Found taken, boolean canMove, ValueSyntax syntax) {
        String looser = allows ? " allows calls" : ", by a label, doesn't deny calls";
        Diagnostic problem = warning(
                        DiagnosticCode.STRICTER_AFTER_ALLOW,
                        rule(above) + looser + " that " + rule(rule)
                                + (mode == Mode.DENY ? " would deny" : " would ask about") + ", such as "
                                + call(taken.arguments(), taken.facts()))
                .at(rule)
                .relatedTo(above, thisIs(above));
        return (canMove ? problem.withHelp("move " + rule(rule) + " above " + rule(above)) : problem)
                .withNote(silence(DiagnosticCode.STRICTER_AFTER_ALLOW, syntax));
    }

    /** Returns how a warning is silenced that is known and meant. */
    private static String silence(DiagnosticCode code, ValueSyntax syntax) {
        return syntax == ValueSyntax.TEXT
                ? "silence with @SuppressWarnings(\"toolpolicy/" + code.id() + "\")"
                : "if it is meant, write accept = [\"" + code.id() + "\"] in the file";
    }

    private static String call(ObjectNode arguments, ObjectNode facts) {
        return Words.json(arguments) + KnownWords.of(facts, json -> json);
    }

    /** Returns the answer for a rule in one line. */
    static String reach(String rule, Reach reach) {
        return rule
                + reach.decides()
                        .map(decides -> " decides " + call(decides.arguments(), decides.facts()))
                        .orElseGet(() -> reach instanceof Reach.Never never
                                ? " never applies: " + takers(never.takers())
                                : " may apply: the analysis can't tell");
    }

    private static String takers(List<Integer> takers) {
        return takers.isEmpty()
                ? "no call matches it"
                : rules(takers) + (takers.size() == 1 ? " decides its calls" : " decide its calls");
    }

    static String delete(int rule) {
        return "delete " + rule(rule);
    }

    static String moveAbove(int rule, int other) {
        return "move " + rule(rule) + " above " + rule(other) + ", or delete it";
    }

    static String moveToEnd(int catchAll) {
        return "move " + rule(catchAll) + " to the end, since it matches every call";
    }

    static String thisIs(int rule) {
        return "this is " + rule(rule);
    }

    static Diagnostic noCatchAll(int size, ValueSyntax syntax) {
        String calls = size == 0
                ? "every call will need approval, since there are no rules"
                : size == 1
                        ? "calls that don't match the only rule will need approval"
                        : "calls that match none of the " + size + " rules will need approval";
        Diagnostic problem =
                warning(DiagnosticCode.NO_CATCH_ALL, calls).withHelp("end the list with " + syntax.catchAll());
        return syntax == ValueSyntax.TEXT ? problem.withNote(silence(DiagnosticCode.NO_CATCH_ALL, syntax)) : problem;
    }

    // ---- rules in a sentence

    static String rules(List<Integer> rules) {
        if (rules.size() == 1) {
            return rule(rules.get(0));
        } else if (rules.size() > 8) {
            return "rules "
                    + listed(
                            rules.stream().map(each -> String.valueOf(each + 1)).toList());
        }
        String first = rules.subList(0, rules.size() - 1).stream()
                .map(each -> String.valueOf(each + 1))
                .collect(Collectors.joining(", "));
        return "rules " + first + " and " + (rules.get(rules.size() - 1) + 1);
    }
}
