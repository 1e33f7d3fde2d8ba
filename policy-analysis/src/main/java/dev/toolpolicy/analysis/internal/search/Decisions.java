package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.search.Constraint.Slot;
import dev.toolpolicy.analysis.internal.search.Goal.Assertion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The decisions of a search at some point: the answers that constraints must have, and what facts must be. Immutable.
 *
 * @param assertions the answers by parameter and fact, with an entry for each
 * @param known the decisions about facts
 */
record Decisions(Map<Slot, Assertions> assertions, KnownFacts known) {

    Decisions with(List<Assertion> more) {
        Map<Slot, Assertions> all = new LinkedHashMap<>(assertions);
        for (Assertion assertion : more) {
            Slot slot = assertion.constraint().slot();
            all.put(slot, Objects.requireNonNull(all.get(slot)).with(List.of(assertion)));
        }
        return new Decisions(all, known);
    }

    /** Returns whether an option of a clause was chosen. */
    boolean satisfy(Goal.Clause clause) {
        return clause.options().stream()
                .anyMatch(option -> option.stream()
                        .allMatch(assertion -> Objects.requireNonNull(
                                        assertions.get(assertion.constraint().slot()))
                                .contain(assertion)));
    }

    Decisions with(KnownFacts other) {
        return new Decisions(assertions, other);
    }
}
