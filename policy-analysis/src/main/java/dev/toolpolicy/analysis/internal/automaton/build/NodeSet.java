package dev.toolpolicy.analysis.internal.automaton.build;

import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import java.util.Arrays;

/** The nodes of a search, without those that only lead on. Reused throughout one construction. */
final class NodeSet {
    private final Nfa nfa;
    private final Budget budget;
    private final int[] members;
    private final int[] stack;
    private final int[] seen;
    private int size;
    private int round;
    private boolean words;

    NodeSet(Nfa nfa, Budget budget) {
        this.nfa = nfa;
        this.budget = budget;
        members = new int[nfa.size()];
        stack = new int[nfa.size() + 1];
        seen = new int[nfa.size()];
    }

    void clear() {
        size = 0;
        round++;
        words = false;
    }

    /**
     * Adds a node, or the nodes that it leads to without a character. Those behind a start assertion are added only at
     * the start.
     */
    void add(int from, boolean atStart) {
        int depth = push(from, 0);
        while (depth > 0) {
            int node = stack[--depth];
            switch (nfa.kind(node)) {
                case SPLIT -> {
                    depth = push(nfa.other(node), depth);
                    depth = push(nfa.next(node), depth);
                }
                case START -> size = keep(node, atStart);
                case END, WORD_BOUNDARY, NO_WORD_BOUNDARY -> {
                    words |= nfa.wordSet() >= 0;
                    size = keep(node, true);
                }
                default -> size = keep(node, true);
            }
        }
    }

    private int push(int node, int depth) {
        budget.steps(1);
        if (seen[node] == round) {
            return depth;
        }
        seen[node] = round;
        stack[depth] = node;
        return depth + 1;
    }

    private int keep(int node, boolean kept) {
        members[size] = node;
        return kept ? size + 1 : size;
    }

    int size() {
        return size;
    }

    int at(int index) {
        return members[index];
    }

    boolean contains(int node) {
        return seen[node] == round;
    }

    /** Returns whether a node, or one behind it, may depend on the kind of the previous character. */
    boolean asksForWords() {
        return words;
    }

    int[] sorted() {
        int[] sorted = Arrays.copyOf(members, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
