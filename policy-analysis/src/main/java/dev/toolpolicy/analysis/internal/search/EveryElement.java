package dev.toolpolicy.analysis.internal.search;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextMachine;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.shell.match.VectorText;
import java.util.List;

/**
 * The argument vectors whose every element is in a language, as texts that {@link VectorText} writes. A state is the
 * place in the text and the state within the element.
 */
record EveryElement(TextMachine element, Alphabet alphabet) implements TextMachine {
    private static final int BETWEEN = 0;
    private static final int IN_ELEMENT = 1;
    private static final int ESCAPED = 2;
    private static final int LOST = 3;
    private static final int[] LOST_STATE = {LOST};

    static Language of(Language element) {
        TextMachine machine = element.machine();
        Alphabet marks = Alphabet.of(List.of(CodePointSet.of(VectorText.ESCAPE), CodePointSet.of(VectorText.END)));
        Alphabet both = Alphabet.join(List.of(machine.alphabet(), marks), Budget.unlimited())
                .alphabet();
        return Language.of(new EveryElement(machine, both), AutomatonLimits.DEFAULT);
    }

    @Override
    public int[] start() {
        return state(BETWEEN, element.start());
    }

    private static int[] state(int place, int[] inner) {
        int[] state = new int[inner.length + 1];
        state[0] = place;
        System.arraycopy(inner, 0, state, 1, inner.length);
        return state;
    }

    private static int[] inner(int[] state) {
        int[] inner = new int[state.length - 1];
        System.arraycopy(state, 1, inner, 0, inner.length);
        return inner;
    }

    @Override
    public int[] next(int[] state, int codePoint) {
        boolean isMark = codePoint == VectorText.ESCAPE || codePoint == VectorText.END;
        if (state[0] == LOST || state[0] == ESCAPED && !isMark) {
            return LOST_STATE;
        } else if (isMark && state[0] != ESCAPED) {
            return codePoint == VectorText.ESCAPE ? state(ESCAPED, inner(state)) : ended(state);
        }
        return state(IN_ELEMENT, element.next(inner(state), codePoint));
    }

    private int[] ended(int[] state) {
        return element.accepts(inner(state)) ? start() : LOST_STATE;
    }

    @Override
    public boolean accepts(int[] state) {
        return state[0] == BETWEEN;
    }

    @Override
    public Certainty certainty(int[] state) {
        boolean isLost =
                state[0] == LOST || state[0] == IN_ELEMENT && element.certainty(inner(state)) == Certainty.NONE;
        return isLost ? Certainty.NONE : Certainty.OPEN;
    }

    @Override
    public int distance(int[] state, boolean accepted) {
        if (accepts(state) == accepted) {
            return 0;
        }
        return accepted && state[0] == IN_ELEMENT ? element.distance(inner(state), true) + 1 : 1;
    }

    @Override
    public int least(int[] state, boolean accepted) {
        boolean isInside = state[0] == IN_ELEMENT || state[0] == ESCAPED;
        return accepted && isInside ? element.least(inner(state), true) + 1 : 0;
    }
}
