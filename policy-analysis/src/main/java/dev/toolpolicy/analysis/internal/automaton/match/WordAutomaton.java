package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton.Listener;
import java.util.Map;

/**
 * Words and prefixes as one trie, whose size is their total length. A rule is open at a node if one of its words ends
 * there or below and it isn't matched there or above. State 0 is the trie's root. The last state, without a node, is
 * for texts that no word starts with.
 */
final class WordAutomaton implements Automaton {
    private final EdgeTable edges;
    private final Settlement[] arrivals;
    private final Settlement[] departures;
    private final Settlement[] ends;
    private final int lost;
    private final Matched matched;

    /**
     * The rules that whole texts match.
     *
     * @param rules all rules
     * @param sets the different sets of matching rules
     * @param left the index of the set for texts that leave the trie at a node
     * @param ended the index of the set for texts that end at a node
     */
    record Matched(int[] rules, int[][] sets, int[] left, int[] ended) {}

    /**
     * Creates a trie whose root is node 0.
     *
     * @param edges the target of each edge
     * @param arrivals the rules that are settled when a node is reached
     * @param departures the rules that are settled when a text leaves the trie at a node
     * @param ends the rules that are settled if the text ends at a node
     * @param matched the rules that match
     */
    WordAutomaton(
            Map<Long, Integer> edges,
            Settlement[] arrivals,
            Settlement[] departures,
            Settlement[] ends,
            Matched matched) {
        this.matched = matched;
        this.arrivals = arrivals;
        this.departures = departures;
        this.ends = ends;
        this.lost = arrivals.length;
        this.edges = new EdgeTable(edges);
    }

    @Override
    public int start(int index, Listener listener) {
        arrivals[0].tell(index, listener);
        return 0;
    }

    @Override
    public int next(int state, int c) {
        if (state == lost) {
            return lost;
        }
        int target = edges.target(state, c);
        if (target == EdgeTable.NOWHERE) {
            return departures[state].isEmpty() ? lost : ~lost;
        }
        return arrivals[target].isEmpty() ? target : ~target;
    }

    @Override
    public void tell(int from, int to, int index, Listener listener) {
        (to == lost ? departures[from] : arrivals[to]).tell(index, listener);
    }

    @Override
    public void end(int state, int index, Listener listener) {
        if (state != lost) {
            ends[state].tell(index, listener);
        }
    }

    @Override
    public boolean isSettled(int state) {
        return state == lost || departures[state].isEmpty();
    }

    @Override
    public int[] rules() {
        return matched.rules();
    }

    @Override
    public int[][] outcomes() {
        return matched.sets();
    }

    @Override
    public int outcome(CharSequence text) {
        int at = 0;
        for (int i = 0; i < text.length(); ) {
            int c = TextAutomaton.scalar(text, i, text.length());
            i += Character.charCount(c);
            int target = edges.target(at, c);
            if (target == EdgeTable.NOWHERE) {
                return matched.left()[at];
            }
            at = target;
        }
        return matched.ended()[at];
    }
}
