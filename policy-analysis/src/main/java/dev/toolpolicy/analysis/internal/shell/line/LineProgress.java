package dev.toolpolicy.analysis.internal.shell.line;

import java.util.Arrays;

/**
 * The progress of a line in each state of the reader's syntax, for searches of short lines. A word costs a
 * character for each of its characters and for its end, an unknown one a character. What the reader has read and not
 * yet reported is paid already. Computed once from {@link LineTable}.
 */
final class LineProgress {
    static final LineProgress INSTANCE = new LineProgress(LineTable.INSTANCE);

    private final LineTable table;
    /** The characters that are paid of the command that is being read. */
    private final int[] own;
    /** The characters that are paid of the next command. */
    private final int[] next;
    /** Whether no command is being read, and the line may become plain without a further one. */
    private final boolean[] mayEnd;

    private LineProgress(LineTable table) {
        this.table = table;
        own = new int[table.states()];
        next = new int[table.states()];
        mayEnd = new boolean[table.states()];
        while (improve()) {
            // Each round looks one character further ahead; what is paid has a bound, since characters cost one each.
        }
    }

    private boolean improve() {
        int[] before = own.clone();
        int[] nextBefore = next.clone();
        boolean[] endBefore = mayEnd.clone();
        for (int state = 0; state < own.length; state++) {
            if (state != table.failed()) {
                look(state);
            }
        }
        return !Arrays.equals(before, own) || !Arrays.equals(nextBefore, next) || !Arrays.equals(endBefore, mayEnd);
    }

    private void look(int state) {
        for (int step = table.firstStep(state); step < table.end(state); step++) {
            Op[] ops = table.ops(step);
            int target = table.next(step);
            int end = Arrays.asList(ops).indexOf(Op.END_COMMAND);
            int follows = end < 0 ? own[target] : 0;
            own[state] = Math.max(own[state], cost(ops, 0, end < 0 ? ops.length : end, 1) + follows - 1);
            next[state] = Math.max(next[state], next[target] - 1);
            if (end >= 0) {
                next[state] = Math.max(next[state], cost(ops, end, ops.length, 1) + own[target]);
            }
            mayEnd[state] |= mayEnd[target] && end < 0 && !Arrays.asList(ops).contains(Op.BEGIN_NAME);
        }
        Op[] ops = table.ops(table.end(state));
        own[state] = Math.max(own[state], cost(ops, 0, ops.length, 0));
        mayEnd[state] |= ops.length == 0 && table.next(table.end(state)) != table.failed();
    }

    private static int cost(Op[] ops, int from, int to, int endOfWord) {
        int cost = 0;
        for (int i = from; i < to; i++) {
            boolean character = ops[i].isText() || ops[i] == Op.ASSIGN || ops[i] == Op.UNKNOWN;
            cost += character ? 1 : ops[i].endsWord() ? endOfWord : 0;
        }
        return cost;
    }

    int own(int state) {
        return own[state];
    }

    int next(int state) {
        return next[state];
    }

    boolean mayEnd(int state) {
        return mayEnd[state];
    }
}
