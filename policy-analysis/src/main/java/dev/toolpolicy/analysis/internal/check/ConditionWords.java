package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.internal.read.Words.ascii;
import static dev.toolpolicy.analysis.internal.read.Words.kind;
import static dev.toolpolicy.analysis.internal.read.Words.listed;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;
import static dev.toolpolicy.analysis.internal.read.Words.shown;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.DiagnosticCode;
import dev.toolpolicy.schema.ParameterType;
import java.util.List;

/** The messages about conditions and what a rule says about itself, in the style of {@link Words}. */
final class ConditionWords {

    private ConditionWords() {}

    private static String where(ConditionContext context) {
        String rule = Words.rule(context.rule());
        return context.condition() < 0 ? rule : "condition " + (context.condition() + 1) + " of " + rule;
    }

    // ---- conditions

    static Diagnostic matcherCount(ConditionContext context, boolean arg, boolean fact, List<Keyword> matchers) {
        String what;
        if (arg && fact) {
            what = " has both \"arg\" and \"fact\"";
        } else if (matchers.isEmpty()) {
            what = arg || fact
                    ? " has \"" + (arg ? "arg" : "fact") + "\" but no matcher"
                    : " has no \"arg\" and no matcher";
        } else {
            List<String> names =
                    matchers.stream().map(each -> quoted(context.name(each))).toList();
            what = " has the matcher" + (names.size() == 1 ? " " : "s ") + listed(names) + " but no \"arg\"";
        }
        Diagnostic problem = error(DiagnosticCode.MATCHER_COUNT, where(context) + what);
        return (arg && fact ? problem.withHelp("make two conditions of them, in \"all\"") : problem)
                .withNote("a condition is \"arg\" or \"fact\" with at least one matcher");
    }

    static Diagnostic conditionTwice(int rule, String member, boolean all, ValueSyntax syntax) {
        String list = all ? "\"all\"" : "\"each\"";
        return error(
                        DiagnosticCode.CONDITION_TWICE,
                        Words.rule(rule) + " has " + list + " and " + quoted(syntax.nameOf(member)) + " beside it")
                .withHelp(all ? "move the condition into \"all\"" : "put the condition into \"all\"");
    }

    static Diagnostic noConditions(int rule, Keyword member) {
        String what = member == Keyword.ALL
                ? "\"all\" of " + Words.rule(rule) + " is empty"
                : Words.rule(rule) + " has \"each\" but no conditions in \"all\"";
        return error(DiagnosticCode.CONDITION_EMPTY, what)
                .withHelp("list the conditions, or drop \"" + member.word() + "\"");
    }

    static Diagnostic allIsNoList(JsonNode value) {
        Diagnostic problem =
                error(DiagnosticCode.CONDITION_EMPTY, "\"all\" takes a list of conditions, not " + shown(value));
        return value.isObject() ? problem.withHelp("write [" + shown(value) + "]") : problem;
    }

    static Diagnostic noCondition(JsonNode value) {
        return error(
                DiagnosticCode.CONDITION_EMPTY,
                "a condition is an object with \"arg\" and a matcher, not " + shown(value));
    }

    static Diagnostic nested(Keyword keyword) {
        return error(DiagnosticCode.CONDITION_NESTED, quoted(keyword.word()) + " can't stand in a condition of \"all\"")
                .withHelp(
                        keyword == Keyword.EACH
                                ? "put \"each\" beside \"all\", or make a rule of its own"
                                : "put its conditions into the outer \"all\"")
                .withNote("for \"or\", write one rule for each alternative");
    }

    static Diagnostic factInEach() {
        return error(DiagnosticCode.CONDITION_NESTED, "a rule with \"each\" can't look at a fact")
                .withHelp("put a rule about the fact above it")
                .withNote("\"each\" ties conditions to one element of an argument");
    }

    static Diagnostic eachArray(PointerReader.Place place, ValueSyntax syntax) {
        String what = place.isElements()
                ? place.described()
                : quoted(place.pointer().toString()) + ", which is " + kind(place.declared());
        Diagnostic problem = error(DiagnosticCode.EACH_ARRAY, "\"each\" needs an array of objects, not " + what);
        return place.isElements()
                ? problem.withHelp(
                        "write " + syntax.assigned("arg", quoted(place.pointer().toString()))
                                + " with a matcher, and \"match\" for how many elements must match")
                : problem;
    }

    static Diagnostic quantifierBesideAll() {
        return error(DiagnosticCode.QUANTIFIER, "\"match\" stands beside \"all\" without \"each\"")
                .withHelp("move \"match\" into the condition that it is about");
    }

    static Diagnostic matchUnsafe() {
        return error(DiagnosticCode.MATCH_UNSAFE, "a rule can't allow a line because one of its commands matches")
                .withHelp("drop \"match\"")
                .withNote("an allowing rule needs every command of the line to match");
    }

    static Diagnostic option(
            ConditionContext context, Keyword option, List<Keyword> matchers, PointerReader.Place place) {
        String name = quoted(context.name(option));
        List<String> names =
                matchers.stream().map(each -> quoted(context.name(each))).toList();
        String what = switch (option) {
            case IGNORE_CASE ->
                Keyword.isText(place.target().type())
                        ? name + " has no effect on " + listed(names)
                        : name + " is for strings and paths, not for " + place.described();
            case LINES ->
                matchers.contains(Keyword.COMMANDS)
                        ? name + " is for arrays of strings, not for " + place.described()
                        : name + " has no effect without \"commands\"";
            default -> name + " has no effect without \"host\"";
        };
        return error(DiagnosticCode.MATCHER_OPTION, what).withHelp("drop " + name);
    }

    // ---- values

    static Diagnostic noFlag(String name, JsonNode value) {
        return error(DiagnosticCode.VALUE_TYPE, quoted(name) + " takes true or false, not " + shown(value));
    }

    static Diagnostic noList(String name, JsonNode value) {
        return error(DiagnosticCode.VALUE_TYPE, quoted(name) + " takes a list of values, not " + shown(value))
                .withHelp("write [" + shown(value) + "]");
    }

    static Diagnostic noText(String name, JsonNode value) {
        return error(DiagnosticCode.VALUE_TYPE, quoted(name) + " takes text, not " + shown(value));
    }

    static Diagnostic emptyList(ConditionContext context, Keyword keyword) {
        String name = quoted(context.name(keyword));
        String rule = Words.rule(context.rule());
        return error(DiagnosticCode.EMPTY_ENUM, name + " of " + rule + " is empty, so it would match nothing")
                .withHelp(
                        "list the values, or delete " + (context.condition() < 0 && keyword.isMatcher() ? rule : name));
    }

    static Diagnostic noScheme(String scheme) {
        Diagnostic problem = error(DiagnosticCode.VALUE_TYPE, quoted(scheme) + " is not a scheme of plain URLs");
        return Words.helped(
                problem, Words.nearest(scheme, List.of("http", "https")), "schemes are \"http\" and \"https\"");
    }

    static Diagnostic noPort(JsonNode port) {
        return error(DiagnosticCode.VALUE_TYPE, "\"ports\" takes whole numbers, not " + shown(port));
    }

    static Diagnostic noPort(int port) {
        return error(DiagnosticCode.VALUE_TYPE, port + " is not a port").withNote("ports are from 0 to 65535");
    }

    static Diagnostic homeOfOther(String text, String place) {
        return error(DiagnosticCode.VALUE_TYPE, quoted(text) + " is not a value of " + place)
                .withHelp("write " + quoted("./" + text) + " for a file of that name")
                .withNote("\"~/\" is the home directory, and rules don't know those of other users");
    }

    static Diagnostic factType(PointerReader.Place fact, PointerReader.Place argument, ConditionContext context) {
        ParameterType type = argument.target().type();
        String what = fact.target().throughArray()
                ? fact.described()
                : quoted(fact.pointer().toString()) + ", which is " + kind(fact.declared());
        return error(
                DiagnosticCode.FACT_TYPE,
                quoted(context.name(Keyword.IN_FACT)) + " needs a fact that is an array of " + type.typeName()
                        + "s, not " + what);
    }

    // ---- what a rule says about itself

    static Diagnostic ruleName(String name) {
        return error(DiagnosticCode.RULE_NAME, quoted(name) + " is not a name of a rule")
                .withNote("a name is small letters, digits and \"-\", and doesn't start with \"-\"");
    }

    static Diagnostic nameIsNoText(JsonNode name) {
        return error(DiagnosticCode.RULE_NAME, shown(name) + " is not a name of a rule: a name is a string");
    }

    static Diagnostic nameTwice(int rule, int other, String name) {
        return error(
                        DiagnosticCode.RULE_NAME,
                        Words.rule(rule) + " has the name " + quoted(name) + ", which " + Words.rule(other)
                                + " has already")
                .relatedTo(other, RuleWords.thisIs(other));
    }

    static Diagnostic reason(String reason) {
        return error(DiagnosticCode.VALUE_TYPE, "\"reason\" takes one line of text, not " + quoted(reason));
    }

    static Diagnostic noExample(JsonNode value) {
        return error(
                DiagnosticCode.VALUE_TYPE,
                "an example is a text, or an object with \"arguments\" and \"facts\", not " + shown(value));
    }

    static Diagnostic noExample() {
        return error(DiagnosticCode.VALUE_TYPE, "an example is either a value or JSON")
                .withHelp("write @Example(\"...\") or @Example(json = \"{...}\")");
    }

    static Diagnostic exampleIsNoJson(String json, String why) {
        return error(DiagnosticCode.VALUE_TYPE, "the example " + quoted(json) + " is not a JSON object: " + ascii(why));
    }
}
