package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

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
        return dfa.settled(accepting).orElse(NOWHERE);
    }

    @Override
    public int distance(int state, boolean accepted) {
        int kind = accepted ? 1 : 0;
        if (distances[kind].length == 0) {
            BitSet ends = new BitSet(dfa.states());
            for (int i = 0; i < dfa.states(); i++) {
                ends.set(i, dfa.accepts(i) == accepted);
            }
            distances[kind] = distances(ends);
        }
        return distances[kind][state];
    }

    @Override
    public int least(int state, boolean accepted) {
        return distance(state, accepted);
    }

    /** Returns the shortest accepted text, of several the most readable; empty if there is none. */
    Optional<String> shortest() {
        if (distance(0, true) == NEVER) {
            return Optional.empty();
        }
        int[] samples = dfa.alphabet().samples();
        StringBuilder text = new StringBuilder();
        for (int state = 0; distance(state, true) > 0; ) {
            int best = CodePointSet.END;
            int nearer = state;
            for (int c = 0; c < samples.length; c++) {
                int target = dfa.next(state, c);
                if (distance(target, true) < distance(state, true) && Readability.compare(samples[c], best) < 0) {
                    best = samples[c];
                    nearer = target;
                }
            }
            text.appendCodePoint(best);
            state = nearer;
        }
        return Optional.of(text.toString());
    }

    /** Returns the number of characters from each state to the nearest of some, breadth first against the transitions. */
    private int[] distances(BitSet targets) {
        int[] found = new int[dfa.states()];
        Arrays.fill(found, NEVER);
        int[] queue = new int[dfa.states()];
        int end = 0;
        for (int state = targets.nextSetBit(0); state >= 0; state = targets.nextSetBit(state + 1)) {
            found[state] = 0;
            queue[end++] = state;
        }
        Sources sources = new Sources(dfa);
        int classes = dfa.alphabet().size();
        for (int i = 0; i < end; i++) {
            for (int edge = sources.first(queue[i] * classes); edge < sources.first((queue[i] + 1) * classes); edge++) {
                int source = sources.at(edge);
                if (found[source] == NEVER) {
                    found[source] = found[queue[i]] + 1;
                    queue[end++] = source;
                }
            }
        }
        return found;
    }
}
