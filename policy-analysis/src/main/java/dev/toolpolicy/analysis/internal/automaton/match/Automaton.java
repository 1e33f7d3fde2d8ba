package dev.toolpolicy.analysis.internal.automaton.match;

/**
 * An automaton of some of the rules at one place. Its states are nonnegative numbers; state 0 is the first. It doesn't
 * remember which rules it reported, so it may report a settled rule again. Sets of rules are ascending; callers must not
 * change them.
 */
sealed interface Automaton permits TableAutomaton, WordAutomaton {

    /**
     * Returns the state after one more scalar value, as its {@code ~} if that matches rules, or if fewer are
     * {@linkplain #open open} there.
     */
    int next(int state, int c);

    /** Returns the rules that the last character before a state matched, for all that may follow. */
    int[] matched(int state);

    /** Returns those of the {@link #mortal} rules that can still match. No other state that follows has more. */
    int[] open(int state);

    /** Returns the rules that match if the text ends in a state, apart from those that were matched before. */
    int[] accepted(int state);

    /** Returns the rules of which some text shows, before its end, that they don't match. */
    int[] mortal();
}
