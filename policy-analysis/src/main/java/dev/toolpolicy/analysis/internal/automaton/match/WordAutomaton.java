package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;

/**
 * Words and prefixes as one trie, whose size is their total length. State 0 is the trie's root. The last state, without
 * a node, is for texts that no word starts with.
 */
final class WordAutomaton implements Automaton {
    private final EdgeTable edges;
    private final int[] rules;
    private final int[][] prefixes;
    private final int[][] open;
    private final int[][] words;
    private final int lost;

    /**
     * Creates a trie whose root is node 0.
     *
     * @param edges the target of each edge
     * @param rules all rules
     * @param prefixes by node, the rules whose prefix ends there
     * @param open by node, the rules whose words or prefixes continue there, or end there as words
     * @param words by node, the rules of which a word ends there
     */
    WordAutomaton(EdgeTable edges, int[] rules, int[][] prefixes, int[][] open, int[][] words) {
        this.edges = edges;
        this.rules = rules;
        this.prefixes = prefixes;
        this.open = open;
        this.words = words;
        this.lost = open.length;
    }

    @Override
    public int next(int state, int c) {
        if (state == lost) {
            return lost;
        }
        int target = edges.target(state, c);
        int next = target == EdgeTable.NOWHERE ? lost : target;
        return matched(next).length > 0 || open(next).length < open[state].length ? ~next : next;
    }

    @Override
    public int[] matched(int state) {
        return state == lost ? SharedSets.NONE : prefixes[state];
    }

    @Override
    public int[] open(int state) {
        return state == lost ? SharedSets.NONE : open[state];
    }

    @Override
    public int[] accepted(int state) {
        return state == lost ? SharedSets.NONE : words[state];
    }

    @Override
    public int[] mortal() {
        return rules;
    }
}
