package dev.toolpolicy.analysis.internal.shell.line;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import java.util.HashMap;
import java.util.Map;

/** Words, each with a number, found one character after the other. Immutable. */
public final class WordTrie {
    /** The state before the first character. */
    public static final int ROOT = 0;
    /** The state of all texts that no word begins with. */
    public static final int LOST = -1;

    private final EdgeTable edges;
    private final int[] values;

    /** Creates the trie of words and their numbers, which are positive. */
    public WordTrie(Map<String, Integer> words) {
        Map<Long, Integer> targets = new HashMap<>();
        Map<Integer, Integer> numbers = new HashMap<>();
        words.forEach((word, number) -> {
            int node = ROOT;
            for (int c : word.codePoints().toArray()) {
                int fresh = targets.size() + 1;
                Integer known = targets.putIfAbsent(EdgeTable.edge(node, c), fresh);
                node = known == null ? fresh : known;
            }
            numbers.put(node, number);
        });
        edges = new EdgeTable(targets);
        values = new int[targets.size() + 1];
        numbers.forEach((node, number) -> values[node] = number);
    }

    /** Returns the state after one more character. */
    public int next(int state, int codePoint) {
        return state == LOST ? LOST : edges.target(state, codePoint);
    }

    /** Returns the number of the word that ends in a state; 0 if none does. */
    public int value(int state) {
        return state == LOST ? 0 : values[state];
    }
}
