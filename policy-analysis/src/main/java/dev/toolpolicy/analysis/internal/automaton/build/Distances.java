package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The number of characters from each state to the nearest of some states, found breadth first against the transitions.
 */
final class Distances {
    static final int NEVER = Integer.MAX_VALUE;

    private Distances() {}

    static int[] of(Dfa dfa, BitSet targets) {
        int[] distances = new int[dfa.states()];
        Arrays.fill(distances, NEVER);
        int[] queue = new int[dfa.states()];
        int end = 0;
        for (int state = targets.nextSetBit(0); state >= 0; state = targets.nextSetBit(state + 1)) {
            distances[state] = 0;
            queue[end++] = state;
        }
        Sources sources = new Sources(dfa);
        int classes = dfa.alphabet().size();
        for (int i = 0; i < end; i++) {
            for (int edge = sources.first(queue[i] * classes); edge < sources.first((queue[i] + 1) * classes); edge++) {
                int source = sources.at(edge);
                if (distances[source] == NEVER) {
                    distances[source] = distances[queue[i]] + 1;
                    queue[end++] = source;
                }
            }
        }
        return distances;
    }
}
