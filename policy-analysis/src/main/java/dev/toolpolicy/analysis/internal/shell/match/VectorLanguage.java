package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.TextMachine;
import java.util.Set;

/**
 * The argument vectors for which a condition has one of some verdicts, as {@link VectorText} writes them. A state is
 * the place in the text and the machine's state.
 */
record VectorLanguage(VectorMachine machine, Alphabet alphabet, Set<Verdict> verdicts) implements TextMachine {
    private static final int PLACE = 0;
    private static final int BETWEEN = 0;
    private static final int IN_ELEMENT = 1;
    private static final int ESCAPED = 2;
    /** The text is not a vector. */
    private static final int LOST = 3;

    private static final int OWN = 1;

    @Override
    public int[] start() {
        int[] state = new int[OWN + machine.size()];
        machine.start(state, OWN);
        return state;
    }

    @Override
    public int[] next(int[] state, int codePoint) {
        int[] next = state.clone();
        if (state[PLACE] == ESCAPED) {
            character(next, codePoint, codePoint == VectorText.ESCAPE || codePoint == VectorText.END);
            return next;
        } else if (state[PLACE] == BETWEEN) {
            machine.beginElement(next, OWN);
        }
        if (codePoint == VectorText.ESCAPE) {
            next[PLACE] = ESCAPED;
        } else if (codePoint == VectorText.END) {
            next[PLACE] = BETWEEN;
            machine.endElement(next, OWN);
        } else {
            character(next, codePoint, true);
        }
        return next;
    }

    private void character(int[] state, int codePoint, boolean valid) {
        state[PLACE] = valid ? IN_ELEMENT : LOST;
        machine.step(state, OWN, codePoint);
    }

    @Override
    public boolean accepts(int[] state) {
        return state[PLACE] == BETWEEN && verdicts.contains(machine.end(state.clone(), OWN));
    }

    @Override
    public Certainty certainty(int[] state) {
        Verdict verdict = machine.verdict(state, OWN);
        boolean never = state[PLACE] == LOST || verdict != Verdict.OPEN && !verdicts.contains(verdict);
        return never ? Certainty.NONE : Certainty.OPEN;
    }

    @Override
    public int distance(int[] state, boolean accepted) {
        boolean near = !accepted || verdicts.contains(Verdict.UNKNOWN);
        return near ? 1 : machine.distance(state, OWN);
    }

    @Override
    public int least(int[] state, boolean accepted) {
        boolean far = accepted && verdicts.equals(LineLanguage.ONLY_TRUE);
        return far ? machine.least(state, OWN, state[PLACE] == BETWEEN) : 0;
    }

    @Override
    public boolean isKnownWithin(TextMachine other) {
        return other instanceof VectorLanguage that
                && machine.question().isKnownWithin(verdicts, that.machine.question(), that.verdicts);
    }
}
