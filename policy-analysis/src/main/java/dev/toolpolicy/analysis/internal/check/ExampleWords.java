package dev.toolpolicy.analysis.internal.check;

import static dev.toolpolicy.analysis.Diagnostic.error;
import static dev.toolpolicy.analysis.internal.read.Words.ascii;
import static dev.toolpolicy.analysis.internal.read.Words.rule;
import static dev.toolpolicy.analysis.internal.read.Words.shown;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.Truth;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.read.Words;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Optional;

/** The messages about examples, in the style of {@link Words}. */
final class ExampleWords {
    private ExampleWords() {}

    static Diagnostic noCall(int rule, JsonNode example, String why, ValueSyntax syntax) {
        String form = syntax == ValueSyntax.TEXT
                ? "write @Example(json = \"{...}\") with the arguments"
                : "write { arguments = {...}, facts = {...} }";
        return error(
                        DiagnosticCode.EXAMPLE_NOT_DECIDED,
                        "the example " + shown(example) + " of " + rule(rule) + " is not a call: " + why)
                .withHelp(form);
    }

    static Diagnostic decidesCounterexample(int rule, JsonNode example) {
        return error(DiagnosticCode.EXAMPLE_NOT_DECIDED, rule(rule) + " decides its counterexample " + shown(example));
    }

    /**
     * Returns the message for an example that its rule doesn't decide.
     *
     * @param holds whether the rule holds for it
     * @param failing the first of its conditions that doesn't hold
     */
    static Diagnostic doesNotDecide(
            int rule, JsonNode example, RuleEvaluator.Decision decision, Truth holds, Optional<String> failing) {
        Diagnostic problem = error(
                DiagnosticCode.EXAMPLE_NOT_DECIDED,
                rule(rule) + " doesn't decide its example " + shown(example) + ": " + instead(decision));
        Optional<Integer> other = decision.markedBy().or(decision::rule);
        Diagnostic placed = other.map(each -> problem.relatedTo(each, RuleWords.thisIs(each)))
                .orElse(problem);
        return placed.withNote(reason(rule, decision, holds, failing));
    }

    private static String instead(RuleEvaluator.Decision decision) {
        if (decision.markedBy().isPresent()) {
            return rule(decision.markedBy().get()) + " can't be answered for it, so it needs approval";
        }
        return decision.rule()
                .map(other ->
                        rule(other) + " does, with mode " + decision.mode().word())
                .orElse("no rule does, so it needs approval");
    }

    private static String reason(int rule, RuleEvaluator.Decision decision, Truth holds, Optional<String> failing) {
        if (holds == Truth.TRUE) {
            return decision.markedBy().isPresent()
                    ? "a call is not allowed where a stricter rule above can't be answered"
                    : "rules are tried top to bottom and the first match decides";
        }
        String condition =
                failing.map(each -> "its condition " + ascii(each)).orElse("the conditions of " + rule(rule));
        return condition + (holds == Truth.UNKNOWN ? " can't be answered for it" : " doesn't hold for it");
    }
}
