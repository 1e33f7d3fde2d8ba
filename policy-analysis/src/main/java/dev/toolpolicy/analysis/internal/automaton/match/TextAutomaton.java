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
 * the characters that settled them; many of one character at once. The text is not kept.
 */
public final class TextAutomaton {

    /** A listener for the rules that a text settles. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Receives settled rules.
         *
         * @param first the index of the rule that the lowest bit is of
         * @param rules a bit for each of 32 rules, set for those that are settled
         * @param matched true if they match, false if they don't, for every text that may follow
         * @param index the index in the text behind the character that settled them, as passed to {@link #step}
         */
        void settled(int first, int rules, boolean matched, int index);
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
            settle(state, rule / Integer.SIZE, 1 << rule, true, index, listener);
        }
        int[] now = automaton.open(at);
        if (now.length == before.length) {
            return; // none opens again
        }
        int same = 0;
        int word = 0;
        int failed = 0;
        for (int rule : before) {
            if (same < now.length && now[same] == rule) {
                same++;
            } else if (rule / Integer.SIZE == word) {
                failed |= 1 << rule;
            } else {
                settle(state, word, failed, false, index, listener);
                word = rule / Integer.SIZE;
                failed = 1 << rule;
            }
        }
        settle(state, word, failed, false, index, listener);
    }

    /** Reports those of some rules, which are the bits of a word, that aren't settled. */
    private void settle(int[] state, int word, int some, boolean matched, int index, Listener listener) {
        int fresh = some & ~state[told + word];
        if (fresh != 0) {
            state[told + word] |= fresh;
            state[open] -= Integer.bitCount(fresh);
            listener.settled(word * Integer.SIZE, fresh, matched, index);
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
                settle(state, rule / Integer.SIZE, 1 << rule, true, index, listener);
            }
        }
        for (int first = 0; first < rules && state[open] > 0; first += Integer.SIZE) {
            settle(
                    state,
                    first / Integer.SIZE,
                    -1 >>> Math.max(0, first + Integer.SIZE - rules),
                    false,
                    index,
                    listener);
        }
    }

    /** Returns whether every rule is settled, so that the rest of the text doesn't matter. */
    boolean isSettled(int[] state) {
        return state[open] == 0;
    }
}
