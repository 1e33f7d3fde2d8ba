package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.search.CallSearch.Answer;
import dev.toolpolicy.analysis.internal.search.CallSearch.Claim;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A search for calls where a path also counts as the target of its links, which may be anything or unknown. Some claims
 * need both forms of a path, the others hold if either form satisfies them. Not thread-safe.
 *
 * <p>It first looks for a call without links. If there is none, a path with links may still be one. If the target is
 * unknown, no claim holds that needs both forms, so of the claims that must fail only the others count. If a claim that
 * must hold needs both forms, the target is known, and each form may be outside of another such claim. Then there is
 * provably no call if the others with one of those leave none; two of those may have one form each.
 */
public final class LinkedSearch {
    private final CallSearch calls;

    public LinkedSearch(CallSearch calls) {
        this.calls = calls;
    }

    /** Finds a call for which all of some claims hold and none of others does. */
    public Answer find(Collection<Claim> holding, Collection<Claim> failing) {
        Answer unlinked = calls.find(holding, failing);
        if (!(unlinked instanceof Answer.None) || failing.stream().noneMatch(Claim::isInBothForms)) {
            return unlinked;
        }
        List<Claim> inEither =
                failing.stream().filter(each -> !each.isInBothForms()).toList();
        Answer linked = calls.find(holding, inEither);
        if (holding.stream().anyMatch(Claim::isInBothForms)) {
            for (Claim one : failing) {
                List<Claim> some = new ArrayList<>(inEither);
                some.add(one);
                if (linked instanceof Answer.Found && calls.find(holding, some) instanceof Answer.None) {
                    return new Answer.None();
                }
            }
        }
        return linked;
    }
}
