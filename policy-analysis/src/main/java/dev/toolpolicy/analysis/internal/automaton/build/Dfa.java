package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A deterministic automaton; state 0 is the first. Complete: each state leads somewhere with every character. Immutable.
 * Those made by {@link Minimizer} have as few states as can be; of these a state from which everything is accepted is
 * the only such one and leads to itself, and so does one from which nothing is.
 */
public final class Dfa {
    private final Alphabet alphabet;
    private final int[] next;
    private final BitSet accepting;
    private final int states;

    /** States in order, each with its targets by class; the arguments are not changed any more. */
    Dfa(Alphabet alphabet, int states, int[] next, BitSet accepting) {
        this.alphabet = alphabet;
        this.states = states;
        this.next = next;
        this.accepting = accepting;
    }

    /** One that accepts everything or nothing. */
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

    /** Whether a state of a minimal automaton accepts all or nothing of what may follow, whatever that is. */
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

    /** The accepted text of fewest code points, of these the most readable; null if there is none. */
    @Nullable String shortest() {
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
