package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.ClassTable;

/**
 * A {@link FirstAutomaton} as one table of transitions, so that a character costs two lookups. A state's number is the
 * start of its row. A transition that changes a fact is stored as {@code ~} of its target.
 */
final class FirstTable implements FirstAutomaton {
    private final ClassTable table;
    private final int classes;
    private final int[] next;
    private final int[] certain;
    private final int[] open;
    private final int[] atEnd;

    /** Creates the automaton from its rows, each with its targets by class, and the facts of each row by number. */
    FirstTable(Alphabet alphabet, int[] targets, int[] certain, int[] open, int[] atEnd) {
        this.table = new ClassTable(alphabet);
        this.classes = alphabet.size();
        this.certain = certain;
        this.open = open;
        this.atEnd = atEnd;
        this.next = new int[targets.length];
        for (int i = 0; i < targets.length; i++) {
            int target = targets[i];
            boolean changes = certain[target] != FirstMatch.NONE || open[target] != open[i / classes];
            next[i] = changes ? ~(target * classes) : target * classes;
        }
    }

    @Override
    public int next(int state, int c) {
        return next[state + table.classOf(c)];
    }

    @Override
    public int certain(int state) {
        return certain[state / classes];
    }

    @Override
    public int open(int state) {
        return open[state / classes];
    }

    @Override
    public int atEnd(int state) {
        return atEnd[state / classes];
    }
}
