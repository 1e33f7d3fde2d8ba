package dev.toolpolicy.runtime.automaton;

import dev.toolpolicy.runtime.automaton.TextAutomaton.Listener;
import java.util.Arrays;
import java.util.Map;

/**
 * Words and prefixes as one trie: as large as they are together, however many there are. A rule is open at a node if
 * one of its words ends there or below and it isn't matched there or above. State 0 is the trie's root, and the last
 * one, without a node, is where no word leads.
 */
final class WordAutomaton implements Automaton {
    private static final int FREE = -1;

    private final long[] keys;
    private final int[] values;
    private final Settlement[] arrivals;
    private final Settlement[] departures;
    private final Settlement[] ends;
    private final int lost;

    /**
     * A trie whose root is node 0.
     *
     * @param edges the target of each edge
     * @param arrivals what is settled when a node is reached
     * @param departures what is settled when a node is left to nowhere
     * @param ends what is settled if the text ends at a node
     */
    WordAutomaton(Map<Long, Integer> edges, Settlement[] arrivals, Settlement[] departures, Settlement[] ends) {
        this.arrivals = arrivals;
        this.departures = departures;
        this.ends = ends;
        this.lost = arrivals.length;
        int size = Integer.highestOneBit(Math.max(edges.size(), 1)) << 2;
        keys = new long[size];
        values = new int[size];
        Arrays.fill(keys, FREE);
        edges.forEach((edge, node) -> {
            int slot = slot(edge);
            keys[slot] = edge;
            values[slot] = node;
        });
    }

    /** A node and a scalar value as one number. */
    static long edge(int node, int c) {
        return (long) node << Integer.SIZE | c;
    }

    /** Where an edge is, or would be: at the first of its own or free places from its hash on. */
    private int slot(long edge) {
        int mask = keys.length - 1;
        long mixed = edge * 0x9E3779B97F4A7C15L;    // Fibonacci hashing: 2 to the 64th by the golden ratio
        int slot = (int) (mixed >>> Integer.SIZE) & mask;
        while (keys[slot] != FREE && keys[slot] != edge) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    @Override
    public int start(int index, Listener listener) {
        arrivals[0].tell(index, listener);
        return 0;
    }

    @Override
    public int next(int state, int c) {
        if (state == lost) {
            return lost;
        }
        int slot = slot(edge(state, c));
        if (keys[slot] == FREE) {
            return departures[state].isEmpty() ? lost : ~lost;
        }
        return arrivals[values[slot]].isEmpty() ? values[slot] : ~values[slot];
    }

    @Override
    public void tell(int from, int to, int index, Listener listener) {
        (to == lost ? departures[from] : arrivals[to]).tell(index, listener);
    }

    @Override
    public void end(int state, int index, Listener listener) {
        if (state != lost) {
            ends[state].tell(index, listener);
        }
    }

    @Override
    public boolean isSettled(int state) {
        return state == lost || departures[state].isEmpty();
    }
}
