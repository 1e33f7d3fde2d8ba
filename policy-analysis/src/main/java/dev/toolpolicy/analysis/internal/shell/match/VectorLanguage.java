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
        next[PLACE] = VectorText.next(state[PLACE], codePoint);
        if (state[PLACE] == VectorText.BETWEEN) {
            machine.beginElement(next, OWN);
        }
        if (next[PLACE] == VectorText.BETWEEN) {
            machine.endElement(next, OWN);
        } else if (next[PLACE] == VectorText.IN_ELEMENT) {
            machine.step(next, OWN, codePoint);
        }
        return next;
    }

    @Override
    public boolean accepts(int[] state) {
        return state[PLACE] == VectorText.BETWEEN && verdicts.contains(machine.end(state.clone(), OWN));
    }

    @Override
    public Certainty certainty(int[] state) {
        Verdict verdict = machine.verdict(state, OWN);
        boolean never = state[PLACE] == VectorText.LOST || verdict != Verdict.OPEN && !verdicts.contains(verdict);
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
        return far ? machine.least(state, OWN, state[PLACE] == VectorText.BETWEEN) : 0;
    }

    @Override
    public boolean isKnownWithin(TextMachine other) {
        return other instanceof VectorLanguage that
                && machine.question().isKnownWithin(verdicts, that.machine.question(), that.verdicts);
    }
}
