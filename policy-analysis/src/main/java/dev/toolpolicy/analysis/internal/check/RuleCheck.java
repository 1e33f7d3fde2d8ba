package dev.toolpolicy.analysis.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.rule.Condition;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The check of one rule against the schema of its tool. If a rule has several errors, it reports the first in the
 * documented order. {@link DraftReader} takes the same steps, each as soon as it has read what the step needs.
 *
 * @param syntax the notation whose names the messages use
 * @param rule the rule's index, from 0
 */
record RuleCheck(RuleScope scope, ValueSyntax syntax, int rule) {
    /** Returns a rule made in code, with its numbers rounded to the precision of their parameter. */
    RuleSpec check(RuleSpec spec) throws ProblemException {
        Optional<PointerReader.Place> each = Optional.empty();
        if (spec.each().isPresent()) {
            each = Optional.of(elements(spec.each().get().array()));
            if (spec.conditions().isEmpty()) {
                throw at(Keyword.EACH, ConditionWords.noConditions(rule, Keyword.EACH));
            }
        }
        List<Condition> checked = new ArrayList<>();
        boolean own = spec.each().isEmpty() && spec.conditions().size() == 1;
        for (Condition condition : spec.conditions()) {
            int index = own ? -1 : checked.size();
            checked.add(new ConditionCheck(new ConditionContext(scope, syntax, rule, index, spec.mode(), each))
                    .check(condition));
        }
        return words(spec.withConditions(checked));
    }

    /** Checks the name and the reason of a rule, and returns the rule. */
    RuleSpec words(RuleSpec spec) throws ProblemException {
        if (spec.name().isPresent() && !FlowFacts.isName(spec.name().get())) {
            throw at(Keyword.NAME, ConditionWords.ruleName(spec.name().get()));
        }
        checkFloor(spec);
        Optional<Diagnostic> reason = spec.reason().flatMap(ReasonCheck::check);
        if (reason.isPresent()) {
            throw at(Keyword.REASON, reason.get());
        } else if (spec.conditions().size() == 1 && spec.conditions().get(0).matchesAbsent()) {
            throw new ProblemException(FlowWords.absentOption(
                            syntax.nameOf(Keyword.OR_ABSENT.word()), "can't stand in a rule's only condition")
                    .at(rule, Keyword.OR_ABSENT.word()));
        }
        new FlowCheck(scope.flows(), rule, spec).check();
        return spec;
    }

    /** Checks that a rule of a floor doesn't allow, and that no other rule has what only these have. */
    private void checkFloor(RuleSpec spec) throws ProblemException {
        if (scope.isFloor() && spec.mode() == Mode.ALLOW && !spec.passes()) {
            throw at(Keyword.MODE, RuleWords.floorAllows(rule));
        } else if (!scope.isFloor() && spec.passes()) {
            throw at(Keyword.MODE, RuleWords.passesOutside(rule));
        } else if (!scope.isFloor() && spec.onlyWherePresent()) {
            throw at(Keyword.WHERE_PRESENT, MemberWords.onlyInFloors(rule, Keyword.WHERE_PRESENT));
        }
    }

    /** Reads the pointer of {@code each}. */
    PointerReader.Place elements(JsonNode written) throws ProblemException {
        return elements(pointers().parse(written));
    }

    private PointerReader pointers() {
        return new PointerReader(scope.parameters(), PointerWords.Root.ARGUMENTS, problem -> at(Keyword.EACH, problem));
    }

    private PointerReader.Place elements(ArgumentPointer pointer) throws ProblemException {
        PointerReader.Place place = pointers().place(pointer);
        if (!place.isElements() || place.target().type().kind() != ParameterType.Kind.OBJECT) {
            throw at(Keyword.EACH, ConditionWords.eachArray(place, syntax));
        }
        return place;
    }

    /** Returns the surroundings of a condition of the rule. */
    ConditionContext context(int condition, Mode mode, Optional<PointerReader.Place> each) {
        return new ConditionContext(scope, syntax, rule, condition, mode, each);
    }

    /** Returns the signal of a problem with a member of the rule. */
    ProblemException at(Keyword keyword, Diagnostic problem) {
        return new ProblemException(problem.at(rule, keyword.word()));
    }
}
