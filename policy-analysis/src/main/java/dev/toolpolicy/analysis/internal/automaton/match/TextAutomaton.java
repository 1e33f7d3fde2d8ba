package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A matcher of all rules at one place, as one automaton or as few as the limits allow. It is stepped through a text and
 * reports each rule at the first character after which no well-formed continuation can change whether the rule matches.
 *
 * <p>Immutable and thread-safe. The caller keeps the state of each text, an array with an int for each automaton:
 * {@link #newState}, {@link #start}, any number of {@link #step}, {@link #end}. Only the first of these allocates.
 * Rules are reported by their index in the list that the automaton was compiled from, each exactly once from
 * {@code start} to {@code end}, in the order of the characters that settled them; those of one character in no
 * particular order. The text is not kept.
 */
public final class TextAutomaton {

    /** A listener for the rules that a text settles. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Receives a settled rule.
         *
         * @param rule the rule's index
         * @param matched true if it matches, false if it doesn't, for every text that may follow
         * @param index the index in the text behind the character that settled it, as passed to {@link #step}
         */
        void settled(int rule, boolean matched, int index);
    }

    private final List<Automaton> automata;
    /** True if there is only one table, which is then run without visiting the others at each character. */
    private final boolean single;

    private TextAutomaton(List<Automaton> automata) {
        this.automata = List.copyOf(automata);
        this.single = automata.size() == 1;
    }

    /**
     * Compiles the automaton of some rules.
     *
     * @param rules the language of each rule
     * @param limits the limits of each pattern, and of combining them
     * @return the matcher
     * @throws InvalidPatternException if a pattern is not in the dialect
     * @throws PatternTooComplexException if a single pattern would exceed a limit; several together never do
     */
    public static TextAutomaton of(List<? extends TextLanguage> rules, AutomatonLimits limits) {
        return new TextAutomaton(new Grouping(rules, limits).automata());
    }

    /**
     * Returns the number of automata.
     *
     * @return the length of a state; 0 if there are no rules
     */
    public int automata() {
        return automata.size();
    }

    /**
     * Creates a state, to be {@linkplain #start started}.
     *
     * @return a state, which can be reused for other texts
     */
    public int[] newState() {
        return new int[automata.size()];
    }

    /**
     * Starts a text. Some rules may be settled before any character.
     *
     * @param state the state, overwritten
     * @param index the index to report
     * @param listener receives the settled rules
     */
    public void start(int[] state, int index, Listener listener) {
        for (int i = 0; i < automata.size(); i++) {
            state[i] = automata.get(i).start(index, listener);
        }
    }

    /**
     * Continues the text. Costs a few operations for each character, and none once everything is settled.
     *
     * @param state the state
     * @param text the buffer with the next part of the text; if its ends cut a surrogate pair, each half counts as
     *     U+FFFD
     * @param start the start of that part
     * @param end the end of that part
     * @param listener receives the settled rules
     * @return true if any rule is still open
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

    /** Passes one character to all automata. Returns whether anything changed. */
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

    /** Returns the scalar value at an index; half of a surrogate pair is the replacement character. */
    static int scalar(CharSequence text, int index, int end) {
        char c = text.charAt(index);
        if (!Character.isSurrogate(c)) {
            return c;
        }
        boolean pair =
                Character.isHighSurrogate(c) && index + 1 < end && Character.isLowSurrogate(text.charAt(index + 1));
        return pair ? Character.toCodePoint(c, text.charAt(index + 1)) : Alphabet.REPLACEMENT;
    }

    /**
     * Ends the text: settles all open rules.
     *
     * @param state the state, which must be {@linkplain #start started} before it is used again
     * @param index the index to report
     * @param listener receives the settled rules
     */
    public void end(int[] state, int index, Listener listener) {
        for (int i = 0; i < automata.size(); i++) {
            automata.get(i).end(state[i], index, listener);
        }
    }

    /**
     * Returns whether every rule is settled, so that the rest of the text doesn't matter.
     *
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
     * Returns the rules of one of the automata.
     *
     * @param automaton its index
     * @return the indices of its rules; not to be changed
     */
    public int[] rules(int automaton) {
        return automata.get(automaton).rules();
    }

    /**
     * Returns the different sets of its rules that whole texts match.
     *
     * @param automaton its index
     * @return the indices of the matching rules by {@link #outcome}; not to be changed
     */
    public int[][] outcomes(int automaton) {
        return automata.get(automaton).outcomes();
    }

    /**
     * Reads a whole text with one of the automata. Allocates nothing.
     *
     * @param automaton its index
     * @param text the text
     * @return the index of the set of rules that the text matches
     */
    public int outcome(int automaton, CharSequence text) {
        return automata.get(automaton).outcome(text);
    }

    /**
     * Returns the rules that match a whole text.
     *
     * @return the indices of the matching rules, ascending
     */
    public int[] matching(CharSequence text) {
        return IntStream.range(0, automata.size())
                .flatMap(i -> IntStream.of(outcomes(i)[outcome(i, text)]))
                .sorted()
                .toArray();
    }
}
