package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.List;

/**
 * Languages by rank, and a matcher that finds the first one that contains a text, as a list of rules needs it at one
 * place. While a text arrives, only two facts are kept: the lowest rank that is certain, and the lowest that the rest
 * may still decide. So a character costs the same for any number of languages. Ranks above a certain one no longer
 * matter, which is why the automata don't record what they found.
 *
 * <p>Both facts are known at the first character after which no well-formed continuation can change them.
 *
 * <p>Immutable and thread-safe. The caller keeps the state, an array of ints: {@link #newState}, {@link #start}, any
 * number of {@link #step}, {@link #end}. Only the first of these allocates.
 */
public final class FirstMatch {
    /** The result without a rank; greater than all ranks. */
    public static final int NONE = Integer.MAX_VALUE;

    /** Position of the lowest certain rank in a state. */
    private static final int CERTAIN = 0;
    /** Position of the lowest open rank in a state. */
    private static final int OPEN = 1;
    /** Position of the first automaton in a state. */
    private static final int STATES = 2;

    private final FirstAutomaton[] automata;
    private final int lowest;

    private FirstMatch(List<FirstAutomaton> automata, int lowest) {
        this.automata = automata.toArray(FirstAutomaton[]::new);
        this.lowest = lowest;
    }

    /**
     * Compiles languages by rank.
     *
     * @param languages the languages
     * @param ranks the rank of each, ascending, from 0
     * @param limits the limits of each pattern
     * @return the matcher
     * @throws InvalidPatternException if a pattern is not in the dialect
     * @throws PatternTooComplexException if a single pattern would exceed a limit; several together never do
     */
    public static FirstMatch of(List<? extends TextLanguage> languages, int[] ranks, AutomatonLimits limits) {
        return new FirstMatch(
                new FirstGrouping(languages, ranks, limits).automata(), ranks.length > 0 ? ranks[0] : NONE);
    }

    /**
     * Returns the number of automata: one, if the limits allow it.
     *
     * @return the number; 0 without languages
     */
    public int automata() {
        return automata.length;
    }

    /**
     * Returns the minimal length of a state's array.
     *
     * @return the number of ints
     */
    public int stateSize() {
        return STATES + automata.length;
    }

    /**
     * Creates a state, to be {@linkplain #start started}.
     *
     * @return a state, which can be reused for other texts
     */
    public int[] newState() {
        return new int[stateSize()];
    }

    /**
     * Starts a text.
     *
     * @param state the state, overwritten
     * @param below the rank from which ranks don't matter, as if it were certain
     */
    public void start(int[] state, int below) {
        int certain = below;
        for (int i = 0; i < automata.length; i++) {
            state[STATES + i] = 0;
            certain = Math.min(certain, automata[i].certain(0));
        }
        state[CERTAIN] = certain;
        state[OPEN] = lowest < below ? lowestOpen(state) : NONE;
    }

    private int lowestOpen(int[] state) {
        int open = NONE;
        for (int i = 0; i < automata.length; i++) {
            open = Math.min(open, automata[i].open(state[STATES + i]));
        }
        return open < state[CERTAIN] ? open : NONE;
    }

    /**
     * Returns the lowest certain rank.
     *
     * @param state the state of a text
     * @return the rank, or that which the text was started with
     */
    public int certain(int[] state) {
        return state[CERTAIN];
    }

    /**
     * Returns the lowest rank below the certain one that the rest of the text may still decide.
     *
     * @return the rank, or {@link #NONE}
     */
    public int open(int[] state) {
        return state[OPEN];
    }

    /**
     * Continues the text, up to the first character that changes {@link #certain} or {@link #open}.
     *
     * @param state the state
     * @param text the buffer with the next part of the text; if its ends cut a surrogate pair, each half counts as
     *     U+FFFD
     * @param start the start of that part
     * @param end the end of that part
     * @return the index behind the character that changed something, or {@code end}; continue from there
     */
    public int step(int[] state, CharSequence text, int start, int end) {
        if (state[OPEN] == NONE) {
            return end;
        }
        int certain = state[CERTAIN];
        int open = state[OPEN];
        int i = start;
        while (i < end && state[CERTAIN] == certain && state[OPEN] == open) {
            i = automata.length == 1 ? stepOne(state, text, i, end) : stepAll(state, text, i, end);
        }
        return i;
    }

    private int stepOne(int[] state, CharSequence text, int start, int end) {
        FirstAutomaton only = automata[0];
        int at = state[STATES];
        int i = start;
        while (i < end && at >= 0) {
            int c = TextAutomaton.scalar(text, i, end);
            i += Character.charCount(c);
            at = only.next(at, c);
        }
        if (at < 0) {
            at = ~at;
            state[CERTAIN] = Math.min(state[CERTAIN], only.certain(at));
        }
        state[STATES] = at;
        state[OPEN] = lowestOpen(state);
        return i;
    }

    /** Passes one character to all automata. */
    private int stepAll(int[] state, CharSequence text, int start, int end) {
        int c = TextAutomaton.scalar(text, start, end);
        boolean changed = false;
        for (int i = 0; i < automata.length; i++) {
            int next = automata[i].next(state[STATES + i], c);
            if (next < 0) {
                next = ~next;
                changed = true;
                state[CERTAIN] = Math.min(state[CERTAIN], automata[i].certain(next));
            }
            state[STATES + i] = next;
        }
        if (changed) {
            state[OPEN] = lowestOpen(state);
        }
        return start + Character.charCount(c);
    }

    /**
     * Ends the text: no rank stays open.
     *
     * @param state the state, which must be {@linkplain #start started} before it is used again
     */
    public void end(int[] state) {
        for (int i = 0; i < automata.length && state[OPEN] != NONE; i++) {
            state[CERTAIN] = Math.min(state[CERTAIN], automata[i].atEnd(state[STATES + i]));
        }
        state[OPEN] = NONE;
    }

    /**
     * Finds the first language that contains a whole text.
     *
     * @param text the text
     * @param below the rank from which ranks don't matter
     * @param state any state of this matcher, overwritten
     * @return the lowest rank whose language contains the text, or {@code below} if there is none below
     */
    public int first(CharSequence text, int below, int[] state) {
        start(state, below);
        int end = text.length();
        for (int i = 0; i < end && state[OPEN] != NONE; ) {
            i = step(state, text, i, end);
        }
        end(state);
        return state[CERTAIN];
    }
}
