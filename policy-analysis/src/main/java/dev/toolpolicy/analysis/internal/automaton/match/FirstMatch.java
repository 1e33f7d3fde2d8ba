package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.List;

/**
 * Languages in an order of rank, and the question which of them is the first that has a text: what a list of rules asks
 * at one place. Only two things are kept of a text while it arrives: the lowest rank that is certain, and the lowest
 * that what follows may still decide; so a character costs the same however many languages there are. A rank above one
 * that is certain matters no more, which is why the automata needn't remember what they found.
 *
 * <p>Both are known at the first character after which no well-formed continuation can change them.
 *
 * <p>Immutable; threads may share it. What changes is an array of ints that the caller keeps: {@link #newState},
 * {@link #start}, any number of {@link #step}, {@link #end}. None of these but the first allocates anything.
 */
public final class FirstMatch {
    /** No rank: greater than all of them. */
    public static final int NONE = Integer.MAX_VALUE;

    /** Where in a state the lowest rank is that is certain. */
    private static final int CERTAIN = 0;
    /** Where in a state the lowest rank is that is open. */
    private static final int OPEN = 1;
    /** Where the states of the automata begin. */
    private static final int STATES = 2;

    private final FirstAutomaton[] automata;
    private final int lowest;

    private FirstMatch(List<FirstAutomaton> automata, int lowest) {
        this.automata = automata.toArray(FirstAutomaton[]::new);
        this.lowest = lowest;
    }

    /**
     * Languages by rank.
     *
     * @param languages what each demands
     * @param ranks the rank of each, ascending, none negative
     * @param limits what the pattern of each may take up
     * @return what finds the first
     * @throws InvalidPatternException if a pattern is not of the dialect
     * @throws PatternTooComplexException if a pattern alone would pass a limit; several together never do
     */
    public static FirstMatch of(List<? extends TextLanguage> languages, int[] ranks, AutomatonLimits limits) {
        return new FirstMatch(new FirstGrouping(languages, ranks, limits).automata(), ranks.length > 0 ? ranks[0] : NONE);
    }

    /**
     * How many automata there are: one, if the limits allow it.
     *
     * @return their number; 0 if there is no language
     */
    public int automata() {
        return automata.length;
    }

    /**
     * How many numbers a state has.
     *
     * @return the least length of a state's array
     */
    public int stateSize() {
        return STATES + automata.length;
    }

    /**
     * The state of a new text, to be {@linkplain #start started}.
     *
     * @return a state, which may be used again for another text
     */
    public int[] newState() {
        return new int[stateSize()];
    }

    /**
     * Begins a text.
     *
     * @param state the state, overwritten
     * @param below ranks from this one on don't matter, as if it were certain
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
     * The lowest rank that is certain.
     *
     * @param state the state of a text
     * @return the rank, or what the text was started with
     */
    public int certain(int[] state) {
        return state[CERTAIN];
    }

    /**
     * The lowest rank below the certain one that what follows may still decide.
     *
     * @param state the state of a text
     * @return the rank, or {@link #NONE}
     */
    public int open(int[] state) {
        return state[OPEN];
    }

    /**
     * Goes on with the text, up to the first character that changes {@link #certain} or {@link #open}.
     *
     * @param state the state
     * @param text holds the next part of the text; no surrogate pair is cut by its ends, or each half counts as U+FFFD
     * @param start where that part starts in it
     * @param end where it ends
     * @return the index behind the character that changed something, or {@code end}; from there on it goes on
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

    /** One character for all. */
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
     * Ends the text: nothing is open any more.
     *
     * @param state the state, which needs a {@link #start} before it is used again
     */
    public void end(int[] state) {
        for (int i = 0; i < automata.length && state[OPEN] != NONE; i++) {
            state[CERTAIN] = Math.min(state[CERTAIN], automata[i].atEnd(state[STATES + i]));
        }
        state[OPEN] = NONE;
    }

    /**
     * The first language that has a whole text.
     *
     * @param text the text
     * @param below ranks from this one on don't matter
     * @param state any state of this object, overwritten
     * @return the lowest rank whose language has the text; {@code below} if none below that has
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
