package dev.toolpolicy.analysis.internal.shell.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The steps of the reader's syntax as a table, computed once from {@link LineRules}. */
final class LineTable {
    private static final CharacterKind[] KINDS = CharacterKind.values();
    private static final int ASCII_END = 0x80;
    private static final Op[] NOTHING = {};

    static final LineTable INSTANCE = new LineTable();

    private final Map<Integer, Integer> numbers = new HashMap<>();
    private final List<LineState> states = new ArrayList<>();
    private final Map<List<Op>, Op[]> lists = new HashMap<>();
    private final int failed;
    private final char[] next;
    private final Op[][] ops;
    private final byte[] kinds = new byte[ASCII_END];

    private LineTable() {
        number(LineState.START);
        failed = number(LineState.FAILED);
        List<LineStep> steps = new ArrayList<>();
        for (int state = 0; state < states.size(); state++) {
            for (CharacterKind kind : KINDS) {
                steps.add(counted(LineRules.step(states.get(state), kind)));
            }
            steps.add(counted(LineRules.end(states.get(state))));
        }
        next = new char[steps.size()];
        ops = new Op[steps.size()][];
        for (int i = 0; i < next.length; i++) {
            next[i] = (char) number(steps.get(i).next());
            ops[i] = ops(steps.get(i).ops());
        }
        for (int c = 0; c < ASCII_END; c++) {
            kinds[c] = (byte) CharacterKind.of(c).ordinal();
        }
    }

    private LineStep counted(LineStep step) {
        number(step.next());
        return step;
    }

    private int number(LineState state) {
        Integer known = numbers.putIfAbsent(state.code(), states.size());
        if (known != null) {
            return known;
        }
        states.add(state);
        return states.size() - 1;
    }

    /** Returns the same array for equal lists. */
    private Op[] ops(List<Op> list) {
        if (list.isEmpty()) {
            return NOTHING;
        }
        Op[] fresh = list.toArray(new Op[0]);
        Op[] known = lists.putIfAbsent(list, fresh);
        return known == null ? fresh : known;
    }

    int states() {
        return states.size();
    }

    int failed() {
        return failed;
    }

    /** Returns the step of a character in a state, to be asked for its consequences. */
    int step(int state, int codePoint) {
        int kind = codePoint < ASCII_END
                ? kinds[codePoint]
                : CharacterKind.of(codePoint).ordinal();
        return state * (KINDS.length + 1) + kind;
    }

    /** Returns the first of a state's steps, which follow each other up to that of the line's end. */
    int firstStep(int state) {
        return state * (KINDS.length + 1);
    }

    /** Returns the step of the line's end in a state. */
    int end(int state) {
        return state * (KINDS.length + 1) + KINDS.length;
    }

    /** Returns whether a substitution ends with a step, if it is inside of one. */
    boolean leaves(int step) {
        return ops[step].length > 0 && ops[step][ops[step].length - 1] == Op.LEAVE;
    }

    int next(int step) {
        return next[step];
    }

    /** Returns what happens, which must not be changed. */
    Op[] ops(int step) {
        return ops[step];
    }
}
