package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.schema.ToolSchema;
import java.util.Optional;

/**
 * The surroundings of a condition in its list. Immutable.
 *
 * @param scope what the list's rules can look at
 * @param syntax the notation whose names the messages use
 * @param rule the rule's index, from 0
 * @param condition the condition's index in {@code all}, from 0; -1 for the condition that stands in the rule itself
 * @param mode the rule's decision
 * @param each the place of the elements that the condition looks at; empty if it looks at the arguments
 */
record ConditionContext(
        RuleScope scope, ValueSyntax syntax, int rule, int condition, Mode mode, Optional<PointerReader.Place> each) {

    /** Returns the reader of the pointers of conditions to facts, or to arguments or into one element. */
    PointerReader pointers(boolean onFact) {
        return onFact
                ? facts(Keyword.FACT)
                : each.map(place -> new PointerReader(
                                new ToolSchema(place.target().type()),
                                PointerWords.Root.element(place.pointer()),
                                problem -> at(Keyword.ARG, problem)))
                        .orElseGet(() -> new PointerReader(
                                scope.parameters(), PointerWords.Root.ARGUMENTS, problem -> at(Keyword.ARG, problem)));
    }

    /** Returns the reader of the pointers to facts that a member has. */
    PointerReader facts(Keyword member) {
        return new PointerReader(scope.facts(), PointerWords.Root.FACTS, problem -> at(member, problem));
    }

    /** Returns whether any facts are declared. */
    boolean hasFacts() {
        return !scope.facts().parameters().isEmpty();
    }

    /** Returns a member's name in the notation of the list. */
    String name(Keyword keyword) {
        return syntax.nameOf(keyword.word());
    }

    /** Returns the signal of a problem with a member of the condition. */
    ProblemException at(Keyword keyword, Diagnostic problem) {
        return at(keyword, -1, problem);
    }

    /** Returns the signal of a problem with a value in a member's list. */
    ProblemException at(Keyword keyword, int element, Diagnostic problem) {
        return new ProblemException(problem.at(rule, keyword.word(), element).inCondition(condition));
    }

    /** Returns the signal of a problem with the whole condition. */
    ProblemException here(Diagnostic problem) {
        return new ProblemException(problem.at(rule).inCondition(condition));
    }
}
