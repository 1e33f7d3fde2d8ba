package dev.toolpolicy.analysis.internal.automaton.build;

import java.io.DataInput;
import java.io.IOException;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.stream.IntStream;

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

    /** Reads the alphabet, then the number of states, then for each whether it accepts, and its target by class. */
    static Dfa read(DataInput in) throws IOException {
        Alphabet alphabet = Alphabet.read(in);
        int states = in.readUnsignedShort();
        int[] next = new int[states * alphabet.size()];
        BitSet accepting = new BitSet(states);
        for (int state = 0; state < states; state++) {
            accepting.set(state, in.readBoolean());
            for (int c = 0; c < alphabet.size(); c++) {
                next[state * alphabet.size() + c] = in.readUnsignedShort();
            }
        }
        return new Dfa(alphabet, states, next, accepting);
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

    /** Returns the first settled state that accepts every continuation, or the first that accepts none. */
    public OptionalInt settled(boolean accepting) {
        return IntStream.range(0, states)
                .filter(state -> accepts(state) == accepting && isSettled(state))
                .findFirst();
    }

    Dfa complement() {
        BitSet others = new BitSet(states);
        others.set(0, states);
        others.andNot(accepting);
        return new Dfa(alphabet, states, next, others);
    }
}
