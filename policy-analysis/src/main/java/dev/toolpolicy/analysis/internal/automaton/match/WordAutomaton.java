package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.EdgeTable;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton.Listener;
import java.util.Map;

/**
 * Words and prefixes as one trie: as large as they are together, however many there are. A rule is open at a node if
 * one of its words ends there or below and it isn't matched there or above. State 0 is the trie's root, and the last
 * one, without a node, is where no word leads.
 */
final class WordAutomaton implements Automaton {
    private final EdgeTable edges;
    private final Settlement[] arrivals;
    private final Settlement[] departures;
    private final Settlement[] ends;
    private final int lost;

    /**
     * A trie whose root is node 0.
     *
     * @param edges the target of each edge
     * @param arrivals what is settled when a node is reached
     * @param departures what is settled when a node is left to nowhere
     * @param ends what is settled if the text ends at a node
     */
    WordAutomaton(Map<Long, Integer> edges, Settlement[] arrivals, Settlement[] departures, Settlement[] ends) {
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
}
