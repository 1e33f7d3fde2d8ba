package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.search.Claim.Slot;
import dev.toolpolicy.analysis.internal.search.Goal.Must;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answers that the claims about one parameter or fact must have. Immutable. */
final class Musts {
    private final Slot slot;
    private final Map<Integer, Must> all;
    private final Set<ArgumentPointer> comparedFacts;
    private @Nullable List<Integer> key;

    Musts(Slot slot) {
        this(slot, Map.of(), Set.of());
    }

    private Musts(Slot slot, Map<Integer, Must> all, Set<ArgumentPointer> comparedFacts) {
        this.slot = slot;
        this.all = all;
        this.comparedFacts = comparedFacts;
    }

    /** Returns these and others about the same parameter or fact. */
    Musts with(Collection<Must> others) {
        Map<Integer, Must> more = new LinkedHashMap<>(all);
        Set<ArgumentPointer> compared = new LinkedHashSet<>(comparedFacts);
        for (Must must : others) {
            more.put(must.key(), must);
            compared.addAll(must.claim().comparedFacts());
        }
        return new Musts(slot, more, compared);
    }

    Slot slot() {
        return slot;
    }

    Collection<Must> all() {
        return all.values();
    }

    /** Returns the facts whose values the claims compare with. */
    Set<ArgumentPointer> comparedFacts() {
        return comparedFacts;
    }

    /** Returns whether a claim must have two answers at once. */
    boolean contradict() {
        return all.values().stream().anyMatch(must -> must.need() == Need.TRUE && isRefuted(must.claim()))
                || all.values().stream()
                        .anyMatch(must -> must.need() == Need.FALSE && has(must.claim(), Need.NOT_FALSE));
    }

    private boolean isRefuted(Claim claim) {
        return has(claim, Need.NOT_TRUE) || has(claim, Need.FALSE);
    }

    private boolean has(Claim claim, Need need) {
        return all.containsKey(new Must(claim, need).key());
    }

    boolean contain(Must must) {
        return all.containsKey(must.key());
    }

    /** Returns the numbers of the musts, in ascending order. */
    List<Integer> key() {
        List<Integer> made = key;
        if (made == null) {
            made = new ArrayList<>(all.keySet());
            made.sort(null);
            key = made;
        }
        return made;
    }
}
