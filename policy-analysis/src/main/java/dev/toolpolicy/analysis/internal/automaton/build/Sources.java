package dev.toolpolicy.analysis.internal.automaton.build;

/** The reversed transitions: the states that lead to a state with a class of characters. */
final class Sources {
    private final int[] firsts;
    private final int[] sources;

    Sources(Dfa dfa) {
        int classes = dfa.alphabet().size();
        int edges = dfa.states() * classes;
        firsts = new int[edges + 1];
        sources = new int[edges];
        for (int state = 0; state < dfa.states(); state++) {
            for (int c = 0; c < classes; c++) {
                firsts[dfa.next(state, c) * classes + c]++;
            }
        }
        int sum = 0;
        for (int i = 0; i <= edges; i++) {
            sum += firsts[i];
            firsts[i] = sum;
        }
        for (int state = dfa.states() - 1; state >= 0; state--) {
            for (int c = 0; c < classes; c++) {
                sources[--firsts[dfa.next(state, c) * classes + c]] = state;
            }
        }
    }

    /** Returns the start of the sources of a state and a class, given as target times classes plus class. */
    int first(int target) {
        return firsts[target];
    }

    int at(int edge) {
        return sources[edge];
    }
}
