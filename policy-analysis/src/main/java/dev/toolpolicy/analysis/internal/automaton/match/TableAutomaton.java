package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.ClassTable;

/**
 * An automaton as one table of transitions, so that a character costs two lookups. A state's number is the start of its
 * row. A transition that settles rules is stored as {@code ~} of its target, so that the others need no further check.
 */
final class TableAutomaton extends Automaton {
    private final ClassTable table;
    private final int classes;
    private final int[] next;

    /** Creates the automaton from its rows, each with its targets by class, and the sets of each row. */
    TableAutomaton(Alphabet alphabet, int[] targets, int[] mortal, int[][] matched, int[][] open, int[][] accepted) {
        super(mortal, matched, open, accepted);
        this.table = new ClassTable(alphabet);
        this.classes = alphabet.size();
        this.next = new int[targets.length];
        for (int i = 0; i < targets.length; i++) {
            int target = targets[i];
            boolean settles = matched[target].length > 0 || open[target].length < open[i / classes].length;
            next[i] = settles ? ~(target * classes) : target * classes;
        }
    }

    @Override
    int next(int state, int c) {
        return next[state + table.classOf(c)];
    }

    @Override
    int row(int state) {
        return state / classes;
    }
}
