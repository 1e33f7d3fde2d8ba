package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.internal.schema.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A search for calls where a path also counts as the target of its links, which may be anything or unknown. Some constraints
 * need both forms of a path, the others hold if either form satisfies them. Not thread-safe.
 *
 * <p>It first looks for a call without links. If there is none, a path with links may still be one. If the target is
 * unknown, no constraint holds that needs both forms, so constraints that must not hold count only if they don't need them.
 * Constraints about one path that must hold may each hold for another form, so none of them counts. If a constraint that must
 * hold needs both forms, the target is known, and each form may be outside of another such constraint. Then there is provably
 * no call if one of those, or one choice between them, leaves none with all others that hold for both forms.
 */
public record LinkedSearch(CallSearch calls) {
    /** Finds a call. */
    public Answer find(Goal goal) {
        Answer unlinked = calls.find(goal);
        if (!(unlinked instanceof Answer.None)) {
            return unlinked;
        }
        Predicate<Assertion> shared = shared(goal);
        List<Assertion> assertions = new ArrayList<>(goal.assertions());
        assertions.removeIf(assertion -> isOpen(assertion) || shared.test(assertion));
        List<Clause> clauses = new ArrayList<>();
        List<Clause> open = new ArrayList<>();
        goal.clauses().forEach(clause -> (isLoose(clause) ? open : clauses).add(clause));
        goal.assertions().stream()
                .filter(LinkedSearch::isOpen)
                .forEach(one -> open.add(new Clause(List.of(List.of(one)))));
        if (assertions.size() == goal.assertions().size() && open.isEmpty()) {
            return unlinked;
        }
        Answer linked = calls.find(new Goal(assertions, clauses));
        assertions.removeIf(LinkedSearch::mayNeedOneForm);
        open.removeIf(one -> linked instanceof Answer.None || !isKnown(assertions, one));
        for (Clause one : open) {
            clauses.add(one);
            if (calls.find(new Goal(assertions, clauses)) instanceof Answer.None) {
                return new Answer.None();
            }
            clauses.remove(clauses.size() - 1);
        }
        return linked;
    }

    /** Returns whether a constraint doesn't hold if the target of the links is unknown. */
    private static boolean isOpen(Assertion assertion) {
        return !assertion.truths().isWithin() && assertion.constraint().isInBothForms();
    }

    /** Returns whether a choice may be met by the target of links, known or not. */
    private static boolean isLoose(Clause clause) {
        return clause.options().stream()
                .anyMatch(option -> option.stream().allMatch(LinkedSearch::isOpen)
                        || option.stream().anyMatch(LinkedSearch::mayNeedOneForm));
    }

    /** Returns whether each option of a choice holds for one of the known forms of a path, or for both. */
    private static boolean isKnown(List<Assertion> assertions, Clause clause) {
        return clause.options().stream()
                .flatMap(List::stream)
                .noneMatch(
                        each -> mayNeedOneForm(each) || isOpen(each) && !hasKnownTarget(assertions, each.constraint()));
    }

    /** Returns a test for constraints about a path that must hold together with others about the same one. */
    private static Predicate<Assertion> shared(Goal goal) {
        Map<Resolution.Resolved, List<Assertion>> byPlace = goal.assertions().stream()
                .filter(LinkedSearch::mayNeedOneForm)
                .collect(Collectors.groupingBy(
                        assertion -> assertion.constraint().place()));
        return assertion -> mayNeedOneForm(assertion)
                && (assertion.constraint().isAboutElements()
                        || byPlace.getOrDefault(assertion.constraint().place(), List.of())
                                        .size()
                                > 1);
    }

    private static boolean mayNeedOneForm(Assertion assertion) {
        return assertion.truths().isWithin()
                && assertion.constraint().isAboutPaths()
                && !assertion.constraint().isInBothForms();
    }

    /** Returns whether some constraint about the same single path needs both forms of it. */
    private static boolean hasKnownTarget(List<Assertion> assertions, Constraint constraint) {
        return assertions.stream()
                .anyMatch(assertion -> assertion.truths() == TruthSet.TRUE
                        && assertion.constraint().isInBothForms()
                        && !assertion.constraint().isAboutElements()
                        && assertion.constraint().place().equals(constraint.place()));
    }
}
