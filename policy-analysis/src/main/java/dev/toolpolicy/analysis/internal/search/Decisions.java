package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.search.Claim.Slot;
import dev.toolpolicy.analysis.internal.search.Goal.Must;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The decisions of a search at some point: the answers that claims must have, and what facts must be. Immutable.
 *
 * @param musts the answers by parameter and fact, with an entry for each
 * @param known the decisions about facts
 */
record Decisions(Map<Slot, Musts> musts, KnownFacts known) {

    Decisions with(List<Must> more) {
        Map<Slot, Musts> all = new LinkedHashMap<>(musts);
        for (Must must : more) {
            Slot slot = must.claim().slot();
            all.put(slot, Objects.requireNonNull(all.get(slot)).with(List.of(must)));
        }
        return new Decisions(all, known);
    }

    /** Returns whether an option of a clause was chosen. */
    boolean satisfy(Goal.Clause clause) {
        return clause.options().stream()
                .anyMatch(option -> option.stream()
                        .allMatch(must -> Objects.requireNonNull(
                                        musts.get(must.claim().slot()))
                                .contain(must)));
    }

    Decisions with(KnownFacts other) {
        return new Decisions(musts, other);
    }
}
