package dev.toolpolicy.analysis.internal.shell.line;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

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
        for (Map.Entry<String, Integer> word : words.entrySet()) {
            int node = ROOT;
            String text = word.getKey();
            for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
                int fresh = targets.size() + 1;
                Integer known = targets.putIfAbsent(EdgeTable.edge(node, text.codePointAt(i)), fresh);
                node = known == null ? fresh : known;
            }
            numbers.put(node, word.getValue());
        }
        edges = new EdgeTable(targets);
        values = new int[targets.size() + 1];
        for (Map.Entry<Integer, Integer> number : numbers.entrySet()) {
            values[number.getKey()] = number.getValue();
        }
    }

    /** Returns the trie of words that all have the number 1. */
    public static WordTrie of(Set<String> words) {
        Map<String, Integer> numbers = new HashMap<>();
        words.forEach(word -> numbers.put(word, 1));
        return new WordTrie(numbers);
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
