package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A deterministic automaton; state 0 is the first. It is complete: each state has a target for every character.
 * Immutable. Those from {@link Minimizer} have the fewest possible states. In them, at most one state accepts
 * everything and at most one accepts nothing, and each of these leads only to itself.
 */
public final class Dfa {
    private final Alphabet alphabet;
    private final int[] next;
    private final BitSet accepting;
    private final int states;

    /**
     * Creates an automaton from states in order, each with its targets by class. The arguments must not change
     * afterwards.
     */
    Dfa(Alphabet alphabet, int states, int[] next, BitSet accepting) {
        this.alphabet = alphabet;
        this.states = states;
        this.next = next;
        this.accepting = accepting;
    }

    /** Returns an automaton that accepts everything or nothing. */
    static Dfa constant(boolean everything) {
        BitSet accepting = new BitSet(1);
        accepting.set(0, everything);
        return new Dfa(Alphabet.WHOLE, 1, new int[] {0}, accepting);
    }

    public Alphabet alphabet() {
        return alphabet;
    }

    public int states() {
        return states;
    }

    public int next(int state, int characterClass) {
        return next[state * alphabet.size() + characterClass];
    }

    public boolean accepts(int state) {
        return accepting.get(state);
    }

    /** Returns whether a state of a minimal automaton accepts every continuation, or none. */
    public boolean isSettled(int state) {
        for (int c = 0; c < alphabet.size(); c++) {
            if (next(state, c) != state) {
                return false;
            }
        }
        return true;
    }

    Dfa complement() {
        BitSet others = new BitSet(states);
        others.set(0, states);
        others.andNot(accepting);
        return new Dfa(alphabet, states, next, others);
    }

    boolean contains(CharSequence text) {
        int state = 0;
        for (int i = 0; i < text.length(); ) {
            int c = Character.codePointAt(text, i);
            state = next(state, alphabet.classOf(c));
            i += Character.charCount(c);
        }
        return accepts(state);
    }

    /** Returns the shortest accepted text by code points, of several the most readable; null if there is none. */
    @Nullable
    String shortest() {
        int[] distances = Distances.of(this, accepting);
        if (distances[0] == Distances.NEVER) {
            return null;
        }
        int[] samples = alphabet.samples();
        StringBuilder text = new StringBuilder();
        for (int state = 0; distances[state] > 0; ) {
            int best = -1;
            for (int c = 0; c < alphabet.size(); c++) {
                boolean shorter = distances[next(state, c)] < distances[state];
                if (shorter && (best < 0 || Readability.compare(samples[c], samples[best]) < 0)) {
                    best = c;
                }
            }
            text.appendCodePoint(samples[best]);
            state = next(state, best);
        }
        return text.toString();
    }
}
