package dev.toolpolicy.analysis.internal.automaton.match;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A way to combine things in order, as many at once as fit: if not all do, each half separately. */
final class Halving {
    private Halving() {}

    /**
     * Adds the results of combining some things, together or in halves.
     *
     * @param some the things, each of which fits alone
     * @param combine combines several things to one, if they fit together
     * @param whole receives the results
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
