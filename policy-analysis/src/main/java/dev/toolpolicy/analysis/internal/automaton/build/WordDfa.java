package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The construction of the automaton of words, or of everything that starts with one: a trie, and a state for all texts
 * that leave it.
 */
public final class WordDfa {
    private static final int LOST = 1;

    private final Budget budget;
    private final Alphabet alphabet;
    private final Map<Integer, Integer> classOf = new HashMap<>();
    private final BitSet accepting = new BitSet();
    private int[] next;
    private int states = 2;

    private WordDfa(Collection<String> words, Budget budget) {
        this.budget = budget;
        int[] letters = words.stream()
                .flatMapToInt(WordDfa::characters)
                .sorted()
                .distinct()
                .toArray();
        List<CodePointSet> sets = new ArrayList<>();
        for (int letter : letters) {
            sets.add(CodePointSet.of(letter));
        }
        alphabet = Alphabet.telling(sets, budget).alphabet();
        for (int letter : letters) {
            classOf.put(letter, alphabet.classOf(letter));
        }
        next = new int[states * alphabet.size()];
        Arrays.fill(next, LOST);
    }

    /** Returns the characters of a word. Half of a surrogate pair counts as U+FFFD. */
    public static IntStream characters(String word) {
        return word.codePoints().map(WordDfa::scalar);
    }

    private static int scalar(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? Alphabet.REPLACEMENT : c;
    }

    static Dfa of(Collection<String> words, Budget budget) {
        WordDfa trie = new WordDfa(words, budget);
        words.forEach(word -> trie.accepting.set(trie.add(word)));
        return trie.dfa();
    }

    static Dfa startingWith(String prefix, Budget budget) {
        WordDfa trie = new WordDfa(List.of(prefix), budget);
        int end = trie.add(prefix);
        trie.accepting.set(end);
        Arrays.fill(trie.next, end * trie.alphabet.size(), (end + 1) * trie.alphabet.size(), end);
        return trie.dfa();
    }

    /** Returns the automaton of a path and everything after a slash behind it. */
    static Dfa atOrBelow(String path, Budget budget) {
        WordDfa trie = new WordDfa(List.of(path + "/"), budget);
        trie.accepting.set(trie.add(path));
        int below = trie.add(path + "/");
        trie.accepting.set(below);
        Arrays.fill(trie.next, below * trie.alphabet.size(), (below + 1) * trie.alphabet.size(), below);
        return trie.dfa();
    }

    private int add(String word) {
        int state = 0;
        for (int letter : characters(word).toArray()) {
            int edge = state * alphabet.size() + Objects.requireNonNull(classOf.get(letter));
            if (next[edge] == LOST) {
                int target = addState();
                next[edge] = target; // Two lines, since the array may be replaced meanwhile.
            }
            state = next[edge];
        }
        return state;
    }

    private int addState() {
        budget.states(states + 1, alphabet.size());
        int size = (states + 1) * alphabet.size();
        if (size > next.length) {
            int old = next.length;
            next = Arrays.copyOf(next, Math.max(size, old * 2));
            Arrays.fill(next, old, next.length, LOST);
        }
        return states++;
    }

    private Dfa dfa() {
        return Minimizer.minimize(new Dfa(alphabet, states, Arrays.copyOf(next, states * alphabet.size()), accepting));
    }
}
