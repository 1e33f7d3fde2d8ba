package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The construction of the automaton of all texts in which a pattern is found, by subsets (Rabin, Scott: Finite automata
 * and their decision problems, 1959).
 *
 * <p>A state is the set of nodes of the search after some text, with the kind of the last character. {@code $},
 * {@code \b} and {@code \B} also depend on the next character. So they stay in the set, and are passed only when the
 * kind of the next character is known, or that there is none. {@code ^} is passed only at the start. A search may begin
 * anywhere, so the pattern's first node is in every set. After the pattern is found, everything is accepted. Minimizing
 * finds what is certain earlier than a set shows.
 */
final class Determinizer {
    private final Nfa nfa;
    private final Budget budget;
    private final Alphabet alphabet;
    private final int[][] classesOf;
    private final boolean[] isWord;
    private final NodeSet nodes;
    private final Map<IntKey, Integer> numbers = new HashMap<>();
    private final List<State> states = new ArrayList<>();
    private final BitSet accepting = new BitSet();
    private final int[][] targets;
    private int[] next = new int[64];
    private int found = -1;

    /** The kind of the character before or after a place. */
    private enum Kind {
        EDGE,
        WORD,
        OTHER
    }

    private record State(Kind before, int[] nodes) {}

    private Determinizer(Nfa nfa, Budget budget) {
        this.nfa = nfa;
        this.budget = budget;
        Alphabet.Partition partition = Alphabet.telling(nfa.sets(), budget);
        alphabet = partition.alphabet();
        classesOf = partition.classesOf();
        isWord = new boolean[alphabet.size()];
        if (nfa.wordSet() >= 0) {
            for (int c : classesOf[nfa.wordSet()]) {
                isWord[c] = true;
            }
        }
        nodes = new NodeSet(nfa, budget);
        targets = new int[alphabet.size()][8];
    }

    static Dfa search(Nfa nfa, Budget budget) {
        return new Determinizer(nfa, budget).run();
    }

    private Dfa run() {
        nodes.clear();
        nodes.add(nfa.start(), true);
        number(Kind.EDGE);
        for (int state = 0; state < states.size(); state++) {
            if (state == found) {
                Arrays.fill(next, state * alphabet.size(), (state + 1) * alphabet.size(), state);
            } else {
                expand(state);
            }
        }
        return new Dfa(alphabet, states.size(), Arrays.copyOf(next, states.size() * alphabet.size()), accepting);
    }

    /** Returns the number of the state of the collected nodes. */
    private int number(Kind before) {
        if (nodes.contains(Nfa.FOUND)) {
            return found < 0 ? found = add(new State(Kind.OTHER, new int[] {Nfa.FOUND}), true) : found;
        }
        int[] sorted = nodes.sorted();
        Kind kind = nodes.asksForWords() || before == Kind.EDGE ? before : Kind.OTHER;
        int[] key = Arrays.copyOf(sorted, sorted.length + 1);
        key[sorted.length] = -1 - kind.ordinal();
        Integer known = numbers.putIfAbsent(new IntKey(key), states.size());
        return known != null ? known : add(new State(kind, sorted), false);
    }

    private int add(State state, boolean accepts) {
        int number = states.size();
        states.add(state);
        accepting.set(number, accepts);
        budget.states(states.size(), alphabet.size());
        if (states.size() * alphabet.size() > next.length) {
            next = Arrays.copyOf(next, Math.max(next.length * 2, states.size() * alphabet.size()));
        }
        return number;
    }

    private void expand(int number) {
        State state = states.get(number);
        if (pass(state, Kind.EDGE)) {
            accepting.set(number);
        }
        if (nfa.wordSet() >= 0) {
            follow(number, state, Kind.WORD);
        }
        follow(number, state, Kind.OTHER);
    }

    /**
     * Collects the nodes of a state and those behind assertions that hold before the next character. Returns whether
     * the pattern is found.
     */
    private boolean pass(State state, Kind after) {
        nodes.clear();
        for (int node : state.nodes()) {
            nodes.add(node, true);
        }
        for (int i = 0; i < nodes.size(); i++) {
            if (holds(nfa.kind(nodes.at(i)), state.before(), after)) {
                nodes.add(nfa.next(nodes.at(i)), true);
            }
        }
        return nodes.contains(Nfa.FOUND);
    }

    private static boolean holds(Nfa.Kind assertion, Kind before, Kind after) {
        return switch (assertion) {
            case START -> before == Kind.EDGE;
            case END -> after == Kind.EDGE;
            case WORD_BOUNDARY -> (before == Kind.WORD) != (after == Kind.WORD);
            case NO_WORD_BOUNDARY -> (before == Kind.WORD) == (after == Kind.WORD);
            default -> false;
        };
    }

    /** Fills in the targets of a state for the characters of one kind. */
    private void follow(int number, State state, Kind kind) {
        boolean passed = pass(state, kind);
        int[] counts = new int[alphabet.size()];
        for (int i = 0; i < nodes.size() && !passed; i++) {
            int node = nodes.at(i);
            if (nfa.kind(node) == Nfa.Kind.CHARACTERS) {
                collect(node, counts);
            }
        }
        Map<IntKey, Integer> same = new HashMap<>();
        for (int c = 0; c < counts.length; c++) {
            if (isWord[c] == (kind == Kind.WORD)) {
                int[] list = Arrays.copyOf(targets[c], counts[c]);
                Integer target = same.get(new IntKey(list));
                if (target == null) {
                    target = target(list, kind, passed);
                    same.put(new IntKey(list), target);
                }
                next[number * alphabet.size() + c] = target;
            }
        }
        budget.steps(counts.length);
    }

    private void collect(int node, int[] counts) {
        int[] classes = classesOf[nfa.other(node)];
        budget.steps(classes.length);
        for (int c : classes) {
            if (counts[c] == targets[c].length) {
                targets[c] = Arrays.copyOf(targets[c], counts[c] * 2);
            }
            targets[c][counts[c]++] = nfa.next(node);
        }
    }

    private int target(int[] list, Kind kind, boolean passed) {
        nodes.clear();
        for (int node : list) {
            nodes.add(node, false);
        }
        nodes.add(passed ? Nfa.FOUND : nfa.start(), false);
        return number(kind);
    }
}
