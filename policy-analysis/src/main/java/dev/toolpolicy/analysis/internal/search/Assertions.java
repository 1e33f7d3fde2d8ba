package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.search.Constraint.Slot;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import dev.toolpolicy.schema.ArgumentPointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The answers that the constraints about one parameter or fact must have. Immutable. */
final class Assertions {
    private final Slot slot;
    private final Map<Integer, Assertion> all;
    private final Set<ArgumentPointer> comparedFacts;
    private @Nullable List<Integer> key;

    Assertions(Slot slot) {
        this(slot, Map.of(), Set.of());
    }

    private Assertions(Slot slot, Map<Integer, Assertion> all, Set<ArgumentPointer> comparedFacts) {
        this.slot = slot;
        this.all = all;
        this.comparedFacts = comparedFacts;
    }

    /** Returns these and others about the same parameter or fact. */
    Assertions with(Collection<Assertion> others) {
        Map<Integer, Assertion> more = new LinkedHashMap<>(all);
        Set<ArgumentPointer> compared = new LinkedHashSet<>(comparedFacts);
        for (Assertion assertion : others) {
            more.put(assertion.key(), assertion);
            compared.addAll(assertion.constraint().comparedFacts());
        }
        return new Assertions(slot, more, compared);
    }

    Slot slot() {
        return slot;
    }

    Collection<Assertion> all() {
        return all.values();
    }

    /** Returns the facts whose values the constraints compare with. */
    Set<ArgumentPointer> comparedFacts() {
        return comparedFacts;
    }

    /** Returns whether a constraint must have two answers at once. */
    boolean contradict() {
        return all.values().stream()
                        .anyMatch(assertion -> assertion.truths() == TruthSet.TRUE
                                && (has(assertion.constraint(), TruthSet.NOT_TRUE)
                                        || has(assertion.constraint(), TruthSet.FALSE)))
                || all.values().stream()
                        .anyMatch(assertion -> assertion.truths() == TruthSet.FALSE
                                && has(assertion.constraint(), TruthSet.NOT_FALSE));
    }

    private boolean has(Constraint constraint, TruthSet truths) {
        return all.containsKey(new Assertion(constraint, truths).key());
    }

    boolean contain(Assertion assertion) {
        return all.containsKey(assertion.key());
    }

    /** Returns the numbers of the assertions, in ascending order. */
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
