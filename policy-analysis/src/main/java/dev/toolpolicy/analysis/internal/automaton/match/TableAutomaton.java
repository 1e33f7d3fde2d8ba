package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.ClassTable;
import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton.Listener;
import java.util.Arrays;
import java.util.BitSet;

/**
 * An automaton as one table of transitions, so that a character costs two lookups. A state's number is the start of its
 * row. A transition that settles rules is stored as {@code ~} of its target, so that the others need no further check.
 */
final class TableAutomaton implements Automaton {
    private final ClassTable table;
    private final int classes;
    private final int[] next;
    private final Settlement first;
    private final Row[] rows;
    /** The states in which no rule is open. */
    private final BitSet settled = new BitSet();

    private final int[] rules;
    private final int[][] outcomes;

    /**
     * The facts about a state.
     *
     * @param settled true if no rule is open in it
     * @param atEnd the rules that are settled if the text ends there
     * @param settling the states, ascending, to which it leads settling rules
     * @param settlements the rules that are settled by each of these transitions
     * @param outcome the number of the set of rules that a text matches which ends there
     */
    record Row(boolean settled, Settlement atEnd, int[] settling, Settlement[] settlements, int outcome) {}

    TableAutomaton(Alphabet alphabet, int[] next, Settlement first, Row[] rows, int[] rules, int[][] outcomes) {
        this.rules = rules;
        this.outcomes = outcomes;
        this.table = new ClassTable(alphabet);
        this.classes = alphabet.size();
        this.next = next;
        this.first = first;
        this.rows = rows;
        for (int i = 0; i < rows.length; i++) {
            settled.set(i * classes, rows[i].settled());
        }
    }

    @Override
    public int start(int index, Listener listener) {
        first.tell(index, listener);
        return 0;
    }

    @Override
    public int next(int state, int c) {
        return next[state + table.classOf(c)];
    }

    @Override
    public void tell(int from, int to, int index, Listener listener) {
        Row row = rows[from / classes];
        row.settlements()[Arrays.binarySearch(row.settling(), to)].tell(index, listener);
    }

    @Override
    public void end(int state, int index, Listener listener) {
        rows[state / classes].atEnd().tell(index, listener);
    }

    @Override
    public boolean isSettled(int state) {
        return settled.get(state);
    }

    @Override
    public int[] rules() {
        return rules;
    }

    @Override
    public int[][] outcomes() {
        return outcomes;
    }

    @Override
    public int outcome(CharSequence text) {
        int at = 0;
        int end = isSettled(at) ? 0 : text.length();
        for (int i = 0; i < end; ) {
            int c = TextAutomaton.scalar(text, i, end);
            i += Character.charCount(c);
            at = next(at, c);
            if (at < 0) {
                at = ~at;
                i = isSettled(at) ? end : i;
            }
        }
        return rows[at / classes].outcome();
    }
}
