package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;

/**
 * Words and prefixes as one trie, whose size is their total length. State 0 is the trie's root. The last state, without
 * a node, is for texts that no word starts with.
 */
final class WordAutomaton extends Automaton {
    private final EdgeTable edges;
    private final int lost;

    /**
     * Creates a trie whose root is node 0.
     *
     * @param edges the target of each edge
     * @param rules all rules
     * @param prefixes by node, the rules whose prefix ends there; and last, as in the next two, no rules
     * @param open by node, the rules whose words or prefixes continue there, or end there as words
     * @param words by node, the rules of which a word ends there
     */
    WordAutomaton(EdgeTable edges, int[] rules, int[][] prefixes, int[][] open, int[][] words) {
        super(rules, prefixes, open, words);
        this.edges = edges;
        this.lost = open.length - 1;
    }

    @Override
    int next(int state, int c) {
        if (state == lost) {
            return lost;
        }
        int target = edges.target(state, c);
        int next = target == EdgeTable.NOWHERE ? lost : target;
        return matched(next).length > 0 || open(next).length < open(state).length ? ~next : next;
    }

    @Override
    int row(int state) {
        return state;
    }
}
