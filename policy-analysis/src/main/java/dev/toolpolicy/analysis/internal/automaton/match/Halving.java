package dev.toolpolicy.analysis.internal.automaton.match;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Puts things together in their order, as many at once as fit: where not all do, each half for itself. */
final class Halving {
    private Halving() {}

    /**
     * Adds what comes of some things, together or in halves.
     *
     * @param some the things, of which each fits alone
     * @param combine makes one of several, if they fit together
     * @param whole takes what was made
     */
    static <T, A> void combine(List<T> some, Function<? super List<T>, Optional<A>> combine, List<? super A> whole) {
        if (some.isEmpty()) {
            return;
        }
        Optional<A> one = combine.apply(some);
        if (one.isPresent()) {
            whole.add(one.get());
            return;
        }
        int half = some.size() / 2;
        combine(some.subList(0, half), combine, whole);
        combine(some.subList(half, some.size()), combine, whole);
    }
}
