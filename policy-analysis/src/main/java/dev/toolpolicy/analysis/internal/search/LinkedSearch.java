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
 * no call if the others with one of those leave none, without those that may hold for the other form.
 */
public record LinkedSearch(CallSearch calls) {
    /** Finds a call. */
    public Answer find(Goal goal) {
        Answer unlinked = calls.find(goal);
        if (!(unlinked instanceof Answer.None)) {
            return unlinked;
        }
        List<Assertion> open =
                goal.assertions().stream().filter(LinkedSearch::isOpen).toList();
        Predicate<Assertion> shared = shared(goal);
        List<Assertion> assertions = goal.assertions().stream()
                .filter(assertion -> !isOpen(assertion) && !shared.test(assertion))
                .toList();
        List<Clause> clauses = goal.clauses().stream()
                .filter(clause -> clause.options().stream().noneMatch(LinkedSearch::areOpen))
                .toList();
        if (assertions.size() == goal.assertions().size()
                && clauses.size() == goal.clauses().size()) {
            return unlinked;
        }
        Answer linked = calls.find(new Goal(assertions, clauses));
        for (Assertion one : open) {
            List<Assertion> some = new ArrayList<>(assertions);
            some.removeIf(other -> mayNeedOneForm(other)
                    && other.constraint().place().equals(one.constraint().place()));
            some.add(one);
            if (linked instanceof Answer.Found
                    && hasKnownTarget(assertions, one.constraint())
                    && calls.find(new Goal(some, clauses)) instanceof Answer.None) {
                return new Answer.None();
            }
        }
        return linked;
    }

    /** Returns whether a constraint doesn't hold if the target of the links is unknown. */
    private static boolean isOpen(Assertion assertion) {
        return !assertion.truths().isWithin() && assertion.constraint().isInBothForms();
    }

    private static boolean areOpen(List<Assertion> option) {
        return option.stream().allMatch(LinkedSearch::isOpen);
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
