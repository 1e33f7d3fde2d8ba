package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.BitSet;

/** The states of a smallest automaton. */
final class TableGraph implements StateGraph {
    private final Dfa dfa;
    private final int[][] distances = new int[2][0];

    TableGraph(Dfa dfa) {
        this.dfa = dfa;
    }

    @Override
    public Alphabet alphabet() {
        return dfa.alphabet();
    }

    @Override
    public int next(int state, int characterClass) {
        return dfa.next(state, characterClass);
    }

    @Override
    public boolean accepts(int state) {
        return dfa.accepts(state);
    }

    @Override
    public int settled(boolean accepting) {
        for (int state = 0; state < dfa.states(); state++) {
            if (dfa.accepts(state) == accepting && dfa.isSettled(state)) {
                return state;
            }
        }
        return NOWHERE;
    }

    @Override
    public int distance(int state, boolean accepted) {
        int kind = accepted ? 1 : 0;
        if (distances[kind].length == 0) {
            BitSet ends = new BitSet(dfa.states());
            for (int i = 0; i < dfa.states(); i++) {
                ends.set(i, dfa.accepts(i) == accepted);
            }
            distances[kind] = Distances.of(dfa, ends);
        }
        return distances[kind][state];
    }

    @Override
    public int least(int state, boolean accepted) {
        return distance(state, accepted);
    }
}
