package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.PathReading;
import dev.toolpolicy.analysis.internal.read.RuleEvaluator;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.Truth;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.rule.RuleSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The check of the examples of a list: each rule decides its examples, and doesn't decide its counterexamples. It
 * decides about them without a workspace and without a home directory.
 */
record ExampleCheck(RuleScope scope, List<RuleSpec> rules, ValueSyntax syntax) {
    /** Takes paths by their text alone. */
    ExampleCheck {
        scope = scope.with(PathReading.PLAIN);
    }

    List<Diagnostic> find() {
        if (rules.stream()
                .allMatch(rule ->
                        rule.examples().isEmpty() && rule.counterexamples().isEmpty())) {
            return List.of();
        }
        RuleEvaluator evaluator = new RuleEvaluator(scope, rules);
        List<Diagnostic> found = new ArrayList<>();
        for (int rule = 0; rule < rules.size(); rule++) {
            find(evaluator, rule, found);
        }
        return found;
    }

    /** Finds the first problem of a rule's examples. */
    private void find(RuleEvaluator evaluator, int rule, List<Diagnostic> found) {
        RuleSpec spec = rules.get(rule);
        first(evaluator, rule, Keyword.EXAMPLES, spec.examples())
                .or(() -> first(evaluator, rule, Keyword.COUNTEREXAMPLES, spec.counterexamples()))
                .ifPresent(found::add);
    }

    private Optional<Diagnostic> first(
            RuleEvaluator evaluator, int rule, Keyword member, List<RuleSpec.Example> examples) {
        return IntStream.range(0, examples.size())
                .mapToObj(i -> check(evaluator, rule, examples.get(i), member == Keyword.EXAMPLES)
                        .map(problem -> problem.at(rule, member.word(), i)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Diagnostic> check(RuleEvaluator evaluator, int rule, RuleSpec.Example example, boolean decides) {
        ExampleReader.Call call;
        try {
            call = new ExampleReader(scope, rules.get(rule)).read(example.value());
        } catch (ExampleReader.NoCallException e) {
            return Optional.of(ExampleWords.noCall(rule, example.value(), String.valueOf(e.getMessage()), syntax));
        }
        RuleEvaluator.Decision decision = evaluator.decide(call.arguments(), call.facts());
        boolean decided = decision.decider().equals(Optional.of(rule));
        if (decided == decides) {
            return Optional.empty();
        }
        return Optional.of(
                decided
                        ? ExampleWords.decidesCounterexample(rule, example.value())
                        : ExampleWords.doesNotDecide(
                                rule,
                                example.value(),
                                decision,
                                evaluator.holds(rule, call.arguments(), call.facts()),
                                failing(rule, call)));
    }

    /** Returns the first condition of a rule that doesn't hold for a call. */
    private Optional<String> failing(int rule, ExampleReader.Call call) {
        return rules.get(rule).conditions().stream()
                .filter(condition -> rules.get(rule).each().isEmpty())
                .filter(condition ->
                        new RuleEvaluator(scope, List.of(rules.get(rule).withConditions(List.of(condition))))
                                        .holds(0, call.arguments(), call.facts())
                                != Truth.TRUE)
                .map(Object::toString)
                .findFirst();
    }
}
