package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/** The open ends of a language: whether it contains some text with any text before it, or with any text behind it. */
public final class Anchors {
    /** Sets of states that are looked at, beyond which a language counts as anchored. */
    private static final int MOST = 2_000;

    private Anchors() {}

    /** Returns whether some text is in a language with every other text behind it too. */
    public static boolean endsAnywhere(Language language) {
        return language.dfa().settled(true).isPresent();
    }

    /**
     * Returns whether some text is in a language with every other text before it too. The text before may lead to any
     * state, so the text must lead from every state to one that accepts.
     *
     * @return true if there is such a text; false if there is none, or if it takes too many steps to find out
     */
    public static boolean startsAnywhere(Language language) {
        Dfa dfa = language.dfa();
        BitSet every = new BitSet();
        every.set(0, dfa.states());
        Set<BitSet> seen = new HashSet<>(Set.of(every));
        Queue<BitSet> open = new ArrayDeque<>(seen);
        while (!open.isEmpty() && seen.size() < MOST) {
            BitSet states = open.remove();
            if (states.stream().allMatch(dfa::accepts)) {
                return true;
            }
            for (int c = 0; c < dfa.alphabet().size(); c++) {
                BitSet next = next(dfa, states, c);
                if (seen.add(next)) {
                    open.add(next);
                }
            }
        }
        return false;
    }

    private static BitSet next(Dfa dfa, BitSet states, int characterClass) {
        BitSet next = new BitSet();
        states.stream().forEach(state -> next.set(dfa.next(state, characterClass)));
        return next;
    }
}
