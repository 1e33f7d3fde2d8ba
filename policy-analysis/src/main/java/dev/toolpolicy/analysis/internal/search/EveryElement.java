package dev.toolpolicy.analysis.internal.search;

import static dev.toolpolicy.analysis.internal.shell.match.VectorText.BETWEEN;
import static dev.toolpolicy.analysis.internal.shell.match.VectorText.ESCAPED;
import static dev.toolpolicy.analysis.internal.shell.match.VectorText.IN_ELEMENT;
import static dev.toolpolicy.analysis.internal.shell.match.VectorText.LOST;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.automaton.build.TextMachine;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.Budget;
import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import dev.toolpolicy.analysis.internal.shell.match.VectorText;
import java.util.Arrays;
import java.util.List;

/**
 * The argument vectors whose every element is in a language, as texts that {@link VectorText} writes. A state is the
 * place in the text and the state within the element.
 */
record EveryElement(TextMachine element, Alphabet alphabet) implements TextMachine {
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
        return Arrays.copyOfRange(state, 1, state.length);
    }

    @Override
    public int[] next(int[] state, int codePoint) {
        return switch (VectorText.next(state[0], codePoint)) {
            case LOST -> LOST_STATE;
            case ESCAPED -> state(ESCAPED, inner(state));
            case BETWEEN -> element.accepts(inner(state)) ? start() : LOST_STATE;
            default -> state(IN_ELEMENT, element.next(inner(state), codePoint));
        };
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
