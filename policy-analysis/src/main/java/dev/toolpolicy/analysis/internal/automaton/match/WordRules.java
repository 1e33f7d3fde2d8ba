package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.WordDfa;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rules at one place that match words or a prefix, and their trie. */
final class WordRules {
    /** Longer words, all together, would make a table needlessly large. */
    private static final int LARGE = 2_000;

    private final Map<Integer, TextLanguage> rules = new TreeMap<>();
    private final Map<Long, Integer> edges = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();

    /**
     * A node of the trie.
     *
     * @param open the rules that are open here
     * @param prefixes the rules whose prefix ends here
     * @param words the rules of which a word ends here
     */
    private record Node(BitSet open, BitSet prefixes, BitSet words) {
        Node() {
            this(new BitSet(), new BitSet(), new BitSet());
        }
    }

    void add(int rule, TextLanguage language) {
        rules.put(rule, language);
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    /** Returns whether the words' own automata are small, each and all together. */
    boolean fitsTable(AutomatonLimits limits) {
        long length = 0;
        BitSet letters = new BitSet();
        for (TextLanguage language : rules.values()) {
            for (String word : words(language)) {
                length += word.length();
                for (int i = 0; i < word.length(); i++) {
                    letters.set(word.charAt(i));
                }
            }
        }
        return length <= LARGE && (length + 2) * (letters.cardinality() + 1) <= limits.transitions();
    }

    List<Combination.Component> components(AutomatonLimits limits) {
        return rules.entrySet().stream()
                .map(rule -> Combination.Component.of(rule.getKey(), rule.getValue(), limits))
                .toList();
    }

    private static Collection<String> words(TextLanguage language) {
        return language.spelled().orElseThrow();
    }

    WordAutomaton build() {
        nodes.add(new Node());
        rules.forEach((rule, language) -> words(language).forEach(word -> {
            Node end = nodes.get(walk(rule, word));
            (language instanceof TextLanguage.Prefix ? end.prefixes : end.words).set(rule);
        }));
        SharedSets sets = new SharedSets();
        nodes.add(new Node()); // where no word leads
        int[][] prefixes = new int[nodes.size()][];
        int[][] open = new int[prefixes.length][];
        int[][] words = new int[prefixes.length][];
        for (int i = 0; i < prefixes.length; i++) {
            Node node = nodes.get(i);
            node.open.or(node.words);
            prefixes[i] = sets.shared(node.prefixes.stream().toArray());
            open[i] = sets.shared(node.open.stream().toArray());
            words[i] = sets.shared(node.words.stream().toArray());
        }
        int[] all = rules.keySet().stream().mapToInt(Integer::intValue).toArray();
        return new WordAutomaton(new EdgeTable(edges), all, prefixes, open, words);
    }

    /** Marks a rule as open on the path to a word's end. Returns that node. */
    private int walk(int rule, String word) {
        int at = 0;
        for (int c : WordDfa.characters(word).toArray()) {
            nodes.get(at).open.set(rule);
            at = edges.computeIfAbsent(EdgeTable.edge(at, c), edge -> {
                nodes.add(new Node());
                return nodes.size() - 1;
            });
        }
        return at;
    }
}
