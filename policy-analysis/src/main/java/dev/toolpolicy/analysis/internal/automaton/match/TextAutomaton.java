package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All rules at one place as one automaton, or as few as the limits allow: it is stepped through a text and tells each
 * rule at the first character after which no well-formed continuation can change whether the rule holds.
 *
 * <p>Immutable; threads may share it. What changes is an array of ints, one per automaton, which the caller keeps for
 * each text: {@link #newState}, {@link #start}, any number of {@link #step}, {@link #end}. None of these but the first
 * allocates anything. Rules are told by their index in the list that the automaton was made of, each exactly once from
 * {@code start} to {@code end}, in the order of the characters that settled them; those of one character in no
 * particular order. Nothing is kept of the text.
 */
public final class TextAutomaton {

    /** Is told which rules a text settles. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A rule is settled.
         *
         * @param rule its index
         * @param matched whether it holds, whatever follows; otherwise it doesn't, whatever follows
         * @param index the index in the text behind the character that settled it, as {@link #step} was given it
         */
        void settled(int rule, boolean matched, int index);
    }

    private final List<Automaton> automata;
    /** The same, if there is only one table, to be run without looking at the others at each character. */
    private final boolean single;

    private TextAutomaton(List<Automaton> automata) {
        this.automata = List.copyOf(automata);
        this.single = automata.size() == 1;
    }

    /**
     * The automaton of some rules.
     *
     * @param rules what each of them demands
     * @param limits what the pattern of each may take up, and how far they are combined
     * @return the automaton
     * @throws InvalidPatternException if a pattern is not of the dialect
     * @throws PatternTooComplexException if a pattern alone would pass a limit; several together never do
     */
    public static TextAutomaton of(List<? extends TextLanguage> rules, AutomatonLimits limits) {
        return new TextAutomaton(new Grouping(rules, limits).automata());
    }

    /**
     * How many automata there are.
     *
     * @return the length of a state; 0 if there are no rules
     */
    public int automata() {
        return automata.size();
    }

    /**
     * The state of a new text, to be {@linkplain #start started}.
     *
     * @return a state, which may be used again for another text
     */
    public int[] newState() {
        return new int[automata.size()];
    }

    /**
     * Begins a text. Some rules may be settled before any character.
     *
     * @param state the state, overwritten
     * @param index what to tell the listener as index
     * @param listener is told
     */
    public void start(int[] state, int index, Listener listener) {
        for (int i = 0; i < automata.size(); i++) {
            state[i] = automata.get(i).start(index, listener);
        }
    }

    /**
     * Goes on with the text. Costs a few operations per character, and none once everything is settled.
     *
     * @param state the state
     * @param text holds the next part of the text; no surrogate pair is cut by its ends, or each half counts as U+FFFD
     * @param start where that part starts in it
     * @param end where it ends
     * @param listener is told
     * @return whether any rule is open still
     */
    public boolean step(int[] state, CharSequence text, int start, int end, Listener listener) {
        if (single) {
            Automaton only = automata.get(0);
            state[0] = only.run(state[0], text, start, end, listener);
            return !only.isSettled(state[0]);
        }
        boolean open = !isSettled(state);
        for (int i = start; i < end && open; ) {
            int c = scalar(text, i, end);
            i += Character.charCount(c);
            if (stepAll(state, c, i, listener)) {
                open = !isSettled(state);
            }
        }
        return open;
    }

    /** One character for all; true if anything changed. */
    private boolean stepAll(int[] state, int c, int index, Listener listener) {
        boolean changed = false;
        for (int i = 0; i < automata.size(); i++) {
            int next = automata.get(i).next(state[i], c);
            if (next < 0) {
                next = ~next;
                automata.get(i).tell(state[i], next, index, listener);
                changed = true;
            }
            state[i] = next;
        }
        return changed;
    }

    /** The scalar value at an index; half of a surrogate pair is the replacement character. */
    static int scalar(CharSequence text, int index, int end) {
        char c = text.charAt(index);
        if (!Character.isSurrogate(c)) {
            return c;
        }
        boolean pair = Character.isHighSurrogate(c) && index + 1 < end
                && Character.isLowSurrogate(text.charAt(index + 1));
        return pair ? Character.toCodePoint(c, text.charAt(index + 1)) : Alphabet.REPLACEMENT;
    }

    /**
     * Ends the text: settles whatever is open.
     *
     * @param state the state, which needs a {@link #start} before it is used again
     * @param index what to tell the listener as index
     * @param listener is told
     */
    public void end(int[] state, int index, Listener listener) {
        for (int i = 0; i < automata.size(); i++) {
            automata.get(i).end(state[i], index, listener);
        }
    }

    /**
     * Whether every rule is settled, so that the rest of the text needn't be looked at.
     *
     * @param state the state
     * @return true if no rule is open
     */
    public boolean isSettled(int[] state) {
        for (int i = 0; i < automata.size(); i++) {
            if (!automata.get(i).isSettled(state[i])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Which rules hold of a whole text.
     *
     * @param text the text
     * @return the indices of those that do, ascending
     */
    public int[] matching(CharSequence text) {
        List<Integer> matched = new ArrayList<>();
        Listener listener = (rule, holds, index) -> {
            if (holds) {
                matched.add(rule);
            }
        };
        int[] state = newState();
        start(state, 0, listener);
        step(state, text, 0, text.length(), listener);
        end(state, text.length(), listener);
        return matched.stream().flatMapToInt(IntStream::of).sorted().toArray();
    }
}
