package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.Diagnostic.warning;
import static dev.toolpolicy.analysis.internal.read.Words.quoted;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.FlowScope;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.schema.DiagnosticCode;

/** The messages about labels and sets, in the style of {@link Words}. */
final class FlowWords {
    private FlowWords() {}

    static Diagnostic labelTakesNoMatcher(ConditionContext context) {
        return error(DiagnosticCode.MATCHER_COUNT, "a condition with \"label\" has nothing else")
                .withHelp(context.condition() < 0 ? "put both conditions in \"all\"" : "make two conditions of them")
                .withNote("a session has a label or not");
    }

    static Diagnostic labelInEach() {
        return error(DiagnosticCode.CONDITION_NESTED, "a rule with \"each\" can't look at a label")
                .withHelp("put a rule about the label above it")
                .withNote("\"each\" ties conditions to one element of an argument");
    }

    static Diagnostic labelAllows(int rule) {
        return error(DiagnosticCode.LABEL_ALLOWS, Words.rule(rule) + " allows calls because the session has a label")
                .withHelp("for an exception, write an allowing rule above it, without the label")
                .withNote("a label can only make stricter");
    }

    static Diagnostic fromStricter(int rule, Mode mode) {
        return error(
                        DiagnosticCode.FROM_STRICTER,
                        Words.rule(rule) + " has the mode " + quoted(mode.word()) + " and \"from\"")
                .withHelp("allow the values of the set, and let a rule below it decide about all others")
                .withNote("a value in a set can only make looser");
    }

    static Diagnostic unknownLabel(String label, FlowScope flows) {
        return Words.helped(
                error(DiagnosticCode.UNKNOWN_LABEL, "no result carries the label " + quoted(label)),
                Words.nearest(label, flows.labels()),
                "labels are " + Words.listedNames(flows.labels()));
    }

    static Diagnostic unknownSource(String set, FlowScope flows) {
        return Words.helped(
                error(DiagnosticCode.UNKNOWN_SOURCE, "no result fills the set " + quoted(set)),
                Words.nearest(set, flows.sets()),
                "sets are " + Words.listedNames(flows.sets()));
    }

    static Diagnostic untrustedSource(String set) {
        return error(
                        DiagnosticCode.UNTRUSTED_SOURCE,
                        "results that carry \"untrusted\" fill the set " + quoted(set)
                                + ", so others can choose its values")
                .withHelp("if the values at that place are your own, write \"trusted = true\" there");
    }

    static Diagnostic notFilled(String set) {
        return warning(DiagnosticCode.SOURCE_NOT_FILLED, "no current tool fills the set " + quoted(set))
                .withNote("the rule matches no value");
    }

    static Diagnostic absentOption(String name, String why) {
        return error(DiagnosticCode.MATCHER_OPTION, quoted(name) + " " + why).withHelp("drop " + quoted(name));
    }
}
