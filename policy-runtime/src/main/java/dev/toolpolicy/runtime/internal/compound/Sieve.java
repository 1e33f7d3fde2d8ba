package dev.toolpolicy.runtime.internal.compound;

import dev.toolpolicy.runtime.internal.place.Place;
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
        places = new PlaceSieve[clauses.at().length];
        for (int i = 0; i < places.length; i++) {
            PlaceLiterals own = clauses.at()[i];
            places[i] = own == null || own.here().length == 0 ? null : new PlaceSieve(own, clauses);
        }
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
        for (Clause clause : clauses.all()) {
            if (clause.element() != null) {
                return Optional.empty();
            }
        }
        for (Literal literal : clauses.literals()) {
            if (isOnElement(literal) || resolvesLinks && literal.test().isPath()) {
                return Optional.empty();
            }
        }
        return Optional.of(new Sieve(clauses));
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
