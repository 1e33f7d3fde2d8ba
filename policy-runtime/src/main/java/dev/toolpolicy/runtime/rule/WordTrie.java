package dev.toolpolicy.runtime.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All words that string rules at one place look for, in one trie, so that a character is looked at once however many
 * rules there are. Each node knows what changes when a string comes to it.
 *
 * <p>A rule is <em>possible</em> at a node if none of its prefixes ended there or above, and one of its words ends at
 * the node or below. Coming from a parent, the rules whose prefix ends at the node are satisfied, and those possible
 * at the parent that are neither that nor possible here are lost. Immutable once {@linkplain #freeze frozen}.
 */
final class WordTrie {
    private final Map<Character, WordTrie> children = new TreeMap<>();
    private final BitSet prefixes = new BitSet();
    private final BitSet wholes = new BitSet();
    private char[] labels = {};
    private WordTrie[] targets = {};
    private int[] satisfied = {};
    private int[] lost = {};
    private int[] open = {};
    private int[] equal = {};

    /** Adds a word that a string must start with. */
    void addPrefix(String word, int rule) {
        at(word).prefixes.set(rule);
    }

    /** Adds a word that a string must equal. */
    void addWhole(String word, int rule) {
        at(word).wholes.set(rule);
    }

    private WordTrie at(String word) {
        WordTrie node = this;
        for (int i = 0; i < word.length(); i++) {
            node = node.children.computeIfAbsent(word.charAt(i), c -> new WordTrie());
        }
        return node;
    }

    /** Works out what changes at each node, for a root whose rules are these. */
    void freeze(BitSet rules) {
        List<WordTrie> order = new ArrayList<>(List.of(this));
        for (int i = 0; i < order.size(); i++) {
            order.addAll(order.get(i).children.values());
        }
        Collections.reverse(order);
        Map<WordTrie, BitSet> below = new IdentityHashMap<>();
        for (WordTrie node : order) {
            BitSet words = (BitSet) node.prefixes.clone();
            words.or(node.wholes);
            node.children.values().forEach(child -> words.or(below.get(child)));
            below.put(node, words);
        }
        Map<WordTrie, BitSet> possible = new IdentityHashMap<>();
        Collections.reverse(order);
        settle(rules, below.get(this), possible);
        for (WordTrie node : order) {
            node.children.values().forEach(child -> child.settle(possible.get(node), below.get(child), possible));
        }
    }

    private void settle(BitSet before, BitSet below, Map<WordTrie, BitSet> possible) {
        BitSet satisfiedHere = (BitSet) before.clone();
        satisfiedHere.and(prefixes);
        BitSet openHere = (BitSet) before.clone();
        openHere.and(below);
        openHere.andNot(prefixes);
        BitSet lostHere = (BitSet) before.clone();
        lostHere.andNot(satisfiedHere);
        lostHere.andNot(openHere);
        BitSet equalHere = (BitSet) openHere.clone();
        equalHere.and(wholes);
        satisfied = satisfiedHere.stream().toArray();
        lost = lostHere.stream().toArray();
        open = openHere.stream().toArray();
        equal = equalHere.stream().toArray();
        labels = new char[children.size()];
        targets = children.values().toArray(WordTrie[]::new);
        int i = 0;
        for (char label : children.keySet()) {
            labels[i++] = label;
        }
        possible.put(this, openHere);
    }

    /** Where a string goes from here; null if no word does. */
    @Nullable WordTrie next(char c) {
        int i = Arrays.binarySearch(labels, c);
        return i < 0 ? null : targets[i];
    }

    /** The rules that hold as soon as a string comes here. */
    int[] satisfied() {
        return satisfied;
    }

    /** The rules that can hold no more once a string comes here. */
    int[] lost() {
        return lost;
    }

    /** The rules that may hold yet. */
    int[] open() {
        return open;
    }

    /** Those of {@link #open} that hold if the string ends here. */
    int[] equal() {
        return equal;
    }
}
