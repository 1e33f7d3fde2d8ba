package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Alphabet;
import dev.toolpolicy.analysis.internal.automaton.build.TextLanguage;
import dev.toolpolicy.analysis.internal.automaton.pattern.AutomatonLimits;
import dev.toolpolicy.analysis.internal.automaton.pattern.InvalidPatternException;
import dev.toolpolicy.analysis.internal.automaton.pattern.PatternTooComplexException;
import java.util.Arrays;
import java.util.List;

/**
 * A matcher of all rules at one place, as one automaton or as few as the limits allow. It is stepped through a text and
 * reports each rule at the first character after which no well-formed continuation can change whether the rule matches.
 *
 * <p>Immutable and thread-safe. The caller keeps the state of each text, an array of at least {@link #stateSize} ints:
 * {@link #start}, any number of {@link #step}, {@link #end}, none of which allocates. Rules are reported by their index
 * in the list that the automaton was compiled from, each exactly once from {@code start} to {@code end}, in the order of
 * the characters that settled them; those of one character in no particular order. The text is not kept.
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

    private final Automaton[] automata;
    private final int rules;
    /** The position in a state of the number of rules that aren't settled; before it, the state of each automaton. */
    private final int open;
    /** The position in a state of the bits of the settled rules. */
    private final int told;

    private TextAutomaton(List<Automaton> automata, int rules) {
        this.automata = automata.toArray(Automaton[]::new);
        this.rules = rules;
        open = automata.size();
        told = open + 1;
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
        return new TextAutomaton(new Grouping(rules, limits).automata(), rules.size());
    }

    /**
     * Returns the least length of a state's array.
     *
     * @return the number of ints
     */
    public int stateSize() {
        return told + (rules + Integer.SIZE - 1) / Integer.SIZE;
    }

    /**
     * Starts a text. Some rules may be settled before any character.
     *
     * @param state the state, overwritten
     * @param index the index to report
     * @param listener receives the settled rules
     */
    public void start(int[] state, int index, Listener listener) {
        Arrays.fill(state, 0, stateSize(), 0);
        state[open] = rules;
        for (Automaton each : automata) {
            settle(state, each.mortal(), each, 0, index, listener);
        }
    }

    /**
     * Continues the text, up to the first character that settles a rule. Costs a few operations for each character, and
     * none once everything is settled.
     *
     * @param state the state
     * @param text the buffer with the next part of the text; if its ends cut a surrogate pair, each half counts as
     *     U+FFFD
     * @param start the start of that part
     * @param end the end of that part
     * @param listener receives the settled rules
     * @return the index behind that character, or the end
     */
    public int step(int[] state, CharSequence text, int start, int end, Listener listener) {
        int before = state[open];
        int i = start;
        while (i < end && state[open] == before && before > 0) {
            int c = scalar(text, i, end);
            i += Character.charCount(c);
            for (int each = 0; each < automata.length; each++) {
                int from = state[each];
                int next = automata[each].next(from, c);
                if (next < 0) {
                    next = ~next;
                    settle(state, automata[each].open(from), automata[each], next, i, listener);
                }
                state[each] = next;
            }
        }
        return before > 0 ? i : end;
    }

    /** Reports the rules that are settled in a state of an automaton, of which some were open before. */
    private void settle(int[] state, int[] before, Automaton automaton, int at, int index, Listener listener) {
        for (int rule : automaton.matched(at)) {
            settle(state, rule, true, index, listener);
        }
        int[] now = automaton.open(at);
        int same = 0;
        for (int rule : before) {
            if (same < now.length && now[same] == rule) {
                same++;
            } else {
                settle(state, rule, false, index, listener);
            }
        }
    }

    private void settle(int[] state, int rule, boolean matched, int index, Listener listener) {
        int word = told + rule / Integer.SIZE;
        int bit = 1 << rule;
        if ((state[word] & bit) == 0) {
            state[word] |= bit;
            state[open]--;
            listener.settled(rule, matched, index);
        }
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
        for (int each = 0; each < automata.length && state[open] > 0; each++) {
            for (int rule : automata[each].accepted(state[each])) {
                settle(state, rule, true, index, listener);
            }
        }
        for (int rule = 0; rule < rules && state[open] > 0; rule++) {
            settle(state, rule, false, index, listener);
        }
    }

    /** Returns whether every rule is settled, so that the rest of the text doesn't matter. */
    boolean isSettled(int[] state) {
        return state[open] == 0;
    }
}
