package dev.toolpolicy.analysis.internal.automaton.build;

import java.util.Arrays;
import java.util.Map;

/** The edges of a trie by node and character: a hash table without objects. Immutable. */
public final class EdgeTable {
    public static final int NOWHERE = -1;

    private static final int FREE = -1;

    private final long[] keys;
    private final int[] values;

    /** Creates a table of the target of each {@linkplain #edge edge}. */
    public EdgeTable(Map<Long, Integer> edges) {
        int size = Integer.highestOneBit(Math.max(edges.size(), 1)) << 2;
        keys = new long[size];
        values = new int[size];
        Arrays.fill(keys, FREE);
        for (Map.Entry<Long, Integer> edge : edges.entrySet()) {
            int slot = slot(edge.getKey());
            keys[slot] = edge.getKey();
            values[slot] = edge.getValue();
        }
    }

    /** Combines a node and a scalar value to one number. */
    public static long edge(int node, int c) {
        return (long) node << Integer.SIZE | c;
    }

    /** Returns the slot of an edge, or its free slot: the first from its hash on that has it or is free. */
    private int slot(long edge) {
        int mask = keys.length - 1;
        long mixed = edge * 0x9E3779B97F4A7C15L; // Fibonacci hashing: 2 to the 64th divided by the golden ratio.
        int slot = (int) (mixed >>> Integer.SIZE) & mask;
        while (keys[slot] != FREE && keys[slot] != edge) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Returns the node that a character leads to, or {@link #NOWHERE}. */
    public int target(int node, int c) {
        int slot = slot(edge(node, c));
        return keys[slot] == FREE ? NOWHERE : values[slot];
    }
}
