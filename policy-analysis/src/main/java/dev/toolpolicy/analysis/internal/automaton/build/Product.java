package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The product of two automata, over the pairs of states that can be reached. */
final class Product {

    /** The condition under which a pair of states accepts. */
    @FunctionalInterface
    interface Acceptance {
        boolean of(boolean first, boolean second);
    }

    /** An odd number, so that different pairs have different keys, which {@link Long#hashCode} tells apart well. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Dfa first;
    private final Dfa second;
    private final Budget budget;
    private final Alphabet.Join join;
    /** The numbers of pairs, by the pair times {@link #SPREAD}. */
    private final Map<Long, Integer> numbers = new HashMap<>();

    private long[] pairs = new long[16];
    private int[] next = new int[64];

    private Product(Dfa first, Dfa second, Budget budget) {
        this.first = first;
        this.second = second;
        this.budget = budget;
        this.join = Alphabet.join(List.of(first.alphabet(), second.alphabet()), budget);
    }

    /** Returns the smallest automaton of what both together accept. */
    static Dfa of(Dfa first, Dfa second, Acceptance acceptance, Budget budget) {
        return Minimizer.minimize(new Product(first, second, budget).run(acceptance));
    }

    private Dfa run(Acceptance acceptance) {
        int classes = join.alphabet().size();
        BitSet accepting = new BitSet();
        number(0, 0);
        for (int pair = 0; pair < numbers.size(); pair++) {
            int one = (int) (pairs[pair] >>> Integer.SIZE);
            int two = (int) pairs[pair];
            accepting.set(pair, acceptance.of(first.accepts(one), second.accepts(two)));
            budget.steps(classes);
            for (int c = 0; c < classes; c++) {
                int target = number(first.next(one, join.classOf()[0][c]), second.next(two, join.classOf()[1][c]));
                next[pair * classes + c] = target;
            }
        }
        return new Dfa(join.alphabet(), numbers.size(), Arrays.copyOf(next, numbers.size() * classes), accepting);
    }

    private int number(int one, int two) {
        long pair = (long) one << Integer.SIZE | two;
        int fresh = numbers.size();
        Integer known = numbers.putIfAbsent(pair * SPREAD, fresh);
        if (known != null) {
            return known;
        }
        budget.states(fresh + 1, join.alphabet().size());
        if (fresh == pairs.length) {
            pairs = Arrays.copyOf(pairs, fresh * 2);
        }
        if ((fresh + 1) * join.alphabet().size() > next.length) {
            next = Arrays.copyOf(
                    next,
                    Math.max(next.length * 2, (fresh + 1) * join.alphabet().size()));
        }
        pairs[fresh] = pair;
        return fresh;
    }
}
