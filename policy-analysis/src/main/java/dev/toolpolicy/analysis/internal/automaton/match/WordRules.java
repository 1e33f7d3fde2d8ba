package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.build.WordDfa;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
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
     * @param parent the node above; for the root, itself
     * @param open the rules that are open here
     * @param prefixes the rules whose prefix ends here
     * @param words the rules of which a word ends here
     */
    private record Node(int parent, BitSet open, BitSet prefixes, BitSet words) {
        Node(int parent) {
            this(parent, new BitSet(), new BitSet(), new BitSet());
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

    List<Combination.Component> components() {
        List<Combination.Component> components = new ArrayList<>();
        for (Map.Entry<Integer, TextLanguage> rule : rules.entrySet()) {
            components.add(new Combination.Component(rule.getKey(), Language.dfa(rule.getValue(), Budget.unlimited())));
        }
        return components;
    }

    private static Collection<String> words(TextLanguage language) {
        return language.spelled().orElseThrow();
    }

    WordAutomaton build() {
        nodes.add(new Node(0));
        rules.forEach((rule, language) -> words(language).forEach(word -> {
            Node end = nodes.get(walk(rule, word));
            (language instanceof TextLanguage.Prefix ? end.prefixes : end.words).set(rule);
        }));
        for (Node node : nodes) {
            node.open.or(node.words);
        }
        Settlement[] arrivals = new Settlement[nodes.size()];
        Settlement[] departures = new Settlement[nodes.size()];
        Settlement[] ends = new Settlement[nodes.size()];
        for (int i = 0; i < arrivals.length; i++) {
            Node node = nodes.get(i);
            BitSet before = i == 0 ? all() : nodes.get(node.parent).open;
            boolean same = i > 0 && before.equals(node.open);
            arrivals[i] = settlement(node.prefixes, minus(minus(before, node.open), node.prefixes));
            departures[i] = same ? departures[node.parent] : settlement(new BitSet(), node.open);
            ends[i] =
                    same && node.words.isEmpty() && nodes.get(node.parent).words.isEmpty()
                            ? ends[node.parent]
                            : settlement(node.words, minus(node.open, node.words));
        }
        return new WordAutomaton(edges, arrivals, departures, ends, matched());
    }

    private WordAutomaton.Matched matched() {
        MatchedSets sets = new MatchedSets();
        BitSet[] prefixes = new BitSet[nodes.size()];
        int[] left = new int[prefixes.length];
        int[] ended = new int[prefixes.length];
        for (int i = 0; i < prefixes.length; i++) { // a node comes after the one above it
            Node node = nodes.get(i);
            prefixes[i] = i == 0 ? node.prefixes : plus(prefixes[node.parent], node.prefixes);
            left[i] = sets.number(prefixes[i].stream().toArray());
            ended[i] = sets.number(plus(prefixes[i], node.words).stream().toArray());
        }
        return new WordAutomaton.Matched(all().stream().toArray(), sets.toArray(), left, ended);
    }

    private static BitSet plus(BitSet set, BitSet more) {
        if (more.isEmpty()) {
            return set;
        }
        BitSet all = (BitSet) set.clone();
        all.or(more);
        return all;
    }

    /** Marks a rule as open on the path to a word's end. Returns that node. */
    private int walk(int rule, String word) {
        int at = 0;
        for (int c : WordDfa.characters(word).toArray()) {
            nodes.get(at).open.set(rule);
            int parent = at;
            at = edges.computeIfAbsent(EdgeTable.edge(at, c), edge -> {
                nodes.add(new Node(parent));
                return nodes.size() - 1;
            });
        }
        return at;
    }

    private BitSet all() {
        BitSet all = new BitSet();
        rules.keySet().forEach(all::set);
        return all;
    }

    private static BitSet minus(BitSet set, BitSet less) {
        BitSet rest = (BitSet) set.clone();
        rest.andNot(less);
        return rest;
    }

    private static Settlement settlement(BitSet matched, BitSet eliminated) {
        return matched.isEmpty() && eliminated.isEmpty()
                ? Settlement.NONE
                : new Settlement(matched.stream().toArray(), eliminated.stream().toArray());
    }
}
