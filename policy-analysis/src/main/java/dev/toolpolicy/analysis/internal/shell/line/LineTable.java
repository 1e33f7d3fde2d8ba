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
    private final List<LineRules> states = new ArrayList<>();
    private final Map<List<Op>, Op[]> lists = new HashMap<>();
    private final int failed;
    private final char[] next;
    private final Op[][] ops;
    private final byte[] kinds = new byte[ASCII_END];

    private LineTable() {
        LineRules start = new LineRules();
        number(start);
        failed = number(start.step(CharacterKind.FORBIDDEN));
        StringBuilder nextStates = new StringBuilder();
        List<Op[]> consequences = new ArrayList<>();
        for (int step = 0; step < states.size() * (KINDS.length + 1); step++) {
            LineRules state = states.get(step / (KINDS.length + 1));
            int kind = step % (KINDS.length + 1);
            LineRules taken = kind < KINDS.length ? state.step(KINDS[kind]) : state.endOfLine();
            nextStates.append((char) number(taken));
            consequences.add(lists.computeIfAbsent(taken.ops(), list -> list.toArray(NOTHING)));
        }
        next = nextStates.toString().toCharArray();
        ops = consequences.toArray(new Op[0][]);
        for (int c = 0; c < ASCII_END; c++) {
            kinds[c] = (byte) CharacterKind.of(c).ordinal();
        }
    }

    private int number(LineRules state) {
        Integer known = numbers.get(state.code());
        if (known != null) {
            return known;
        }
        numbers.put(state.code(), states.size());
        states.add(state);
        return states.size() - 1;
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
