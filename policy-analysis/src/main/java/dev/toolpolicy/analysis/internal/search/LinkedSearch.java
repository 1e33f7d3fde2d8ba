package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.analysis.internal.search.Goal.Clause;
import dev.toolpolicy.analysis.internal.search.Goal.Must;
import dev.toolpolicy.internal.schema.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A search for calls where a path also counts as the target of its links, which may be anything or unknown. Some claims
 * need both forms of a path, the others hold if either form satisfies them. Not thread-safe.
 *
 * <p>It first looks for a call without links. If there is none, a path with links may still be one. If the target is
 * unknown, no claim holds that needs both forms, so claims that must not hold count only if they don't need them.
 * Claims about one path that must hold may each hold for another form, so none of them counts. If a claim that must
 * hold needs both forms, the target is known, and each form may be outside of another such claim. Then there is provably
 * no call if the others with one of those leave none.
 */
public final class LinkedSearch {
    private final CallSearch calls;

    public LinkedSearch(CallSearch calls) {
        this.calls = calls;
    }

    /** Finds a call. */
    public Answer find(Goal goal) {
        Answer unlinked = calls.find(goal);
        if (!(unlinked instanceof Answer.None)) {
            return unlinked;
        }
        List<Must> open = goal.musts().stream().filter(LinkedSearch::isOpen).toList();
        Predicate<Must> shared = shared(goal);
        List<Must> musts = goal.musts().stream()
                .filter(must -> !isOpen(must) && !shared.test(must))
                .toList();
        List<Clause> clauses = goal.clauses().stream()
                .filter(clause -> clause.options().stream().noneMatch(LinkedSearch::areOpen))
                .toList();
        if (musts.size() == goal.musts().size()
                && clauses.size() == goal.clauses().size()) {
            return unlinked;
        }
        Answer linked = calls.find(new Goal(musts, clauses));
        for (Must one : open) {
            List<Must> some = new ArrayList<>(musts);
            some.add(one);
            if (linked instanceof Answer.Found
                    && hasKnownTarget(musts, one.claim())
                    && calls.find(new Goal(some, clauses)) instanceof Answer.None) {
                return new Answer.None();
            }
        }
        return linked;
    }

    /** Returns whether a claim doesn't hold if the target of the links is unknown. */
    private static boolean isOpen(Must must) {
        return !must.need().isWithin() && must.claim().isInBothForms();
    }

    private static boolean areOpen(List<Must> option) {
        return option.stream().allMatch(LinkedSearch::isOpen);
    }

    /** Returns a test for claims about a path that must hold together with others about the same one. */
    private static Predicate<Must> shared(Goal goal) {
        Map<Resolution.Resolved, List<Must>> byPlace = goal.musts().stream()
                .filter(LinkedSearch::mayNeedOneForm)
                .collect(Collectors.groupingBy(must -> must.claim().place()));
        return must -> mayNeedOneForm(must)
                && (must.claim().isAboutElements()
                        || byPlace.getOrDefault(must.claim().place(), List.of()).size() > 1);
    }

    private static boolean mayNeedOneForm(Must must) {
        return must.need().isWithin()
                && must.claim().isAboutPaths()
                && !must.claim().isInBothForms();
    }

    /** Returns whether some claim about the same single path needs both forms of it. */
    private static boolean hasKnownTarget(List<Must> musts, Claim claim) {
        return musts.stream()
                .anyMatch(must -> must.need() == Need.TRUE
                        && must.claim().isInBothForms()
                        && !must.claim().isAboutElements()
                        && must.claim().place().equals(claim.place()));
    }
}
