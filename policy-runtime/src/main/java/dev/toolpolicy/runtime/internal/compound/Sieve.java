package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.runtime.internal.place.Place;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of a list, ready for {@link SieveEvaluation}: a value removes those that it makes false, all at once. It
 * takes a list whose rules look at no element of an array. Immutable.
 */
final class Sieve {
    private final Clauses clauses;
    private final @Nullable PlaceSieve[] places;
    /** For each clause, whether its rule holds by it. By the others, a rule is only possible. */
    private final boolean[] holding;
    /** The first rule that always holds, and the first that is always possible; the number of rules if there is none. */
    private final int always;

    private final int alwaysPossible;

    private Sieve(Clauses clauses) {
        this.clauses = clauses;
        places = Arrays.stream(clauses.at())
                .map(own -> own == null || own.here().length == 0 ? null : new PlaceSieve(own, clauses))
                .toArray(PlaceSieve[]::new);
        holding = new boolean[clauses.all().size()];
        for (int clause : clauses.holding()) {
            if (clause >= 0) {
                holding[clause] = true;
            }
        }
        always = first(clauses.holding());
        alwaysPossible = first(clauses.possible());
    }

    /** Returns the sieve of some clauses; empty if it can't take them. */
    static Optional<Sieve> of(Clauses clauses, boolean resolvesLinks) {
        boolean elements = clauses.all().stream().anyMatch(clause -> clause.element() != null)
                || clauses.literals().stream().anyMatch(Sieve::isOnElement);
        boolean links = resolvesLinks
                && clauses.literals().stream()
                        .anyMatch(literal -> literal.test().isPath());
        return elements || links ? Optional.empty() : Optional.of(new Sieve(clauses));
    }

    private static boolean isOnElement(Literal literal) {
        return literal.facts().own() == null
                && (literal.count() != Count.ONE || !literal.test().vectors().isEmpty());
    }

    private static int first(int[] clauses) {
        int rule = 0;
        while (rule < clauses.length && clauses[rule] != Clauses.ALWAYS) {
            rule++;
        }
        return rule;
    }

    @Nullable
    PlaceSieve at(Place place) {
        return places[place.number()];
    }

    /** Returns the rule of a clause. */
    int rule(int clause) {
        return clauses.all().get(clause).rule();
    }

    /** Returns whether its rule holds by a clause. */
    boolean isHolding(int clause) {
        return holding[clause];
    }

    /** Returns the first rule that always holds; the number of rules if there is none. */
    int always() {
        return always;
    }

    /** Returns the first rule that can't be read. */
    int alwaysPossible() {
        return alwaysPossible;
    }
}
