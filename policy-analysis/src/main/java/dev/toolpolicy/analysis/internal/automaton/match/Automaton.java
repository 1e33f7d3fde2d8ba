package dev.toolpolicy.analysis.internal.automaton.match;

/**
 * An automaton of some of the rules at one place. Its states are nonnegative numbers; state 0 is the first. It doesn't
 * remember which rules it reported, so it may report a settled rule again. Sets of rules are ascending; callers must not
 * change them.
 */
abstract sealed class Automaton permits TableAutomaton, WordAutomaton {
    private final int[] mortal;
    private final int[][] matched;
    private final int[][] open;
    private final int[][] accepted;

    /** Creates an automaton with the sets of each row of states. */
    Automaton(int[] mortal, int[][] matched, int[][] open, int[][] accepted) {
        this.mortal = mortal;
        this.matched = matched;
        this.open = open;
        this.accepted = accepted;
    }

    /**
     * Returns the state after one more scalar value, as its {@code ~} if that matches rules, or if fewer are
     * {@linkplain #open open} there.
     */
    abstract int next(int state, int c);

    /** Returns the row of a state's sets. */
    abstract int row(int state);

    /** Returns the rules that the last character before a state matched, for all that may follow. */
    final int[] matched(int state) {
        return matched[row(state)];
    }

    /** Returns those of the {@link #mortal} rules that can still match. No other state that follows has more. */
    final int[] open(int state) {
        return open[row(state)];
    }

    /** Returns the rules that match if the text ends in a state, apart from those that were matched before. */
    final int[] accepted(int state) {
        return accepted[row(state)];
    }

    /** Returns the rules of which some text shows, before its end, that they don't match. */
    final int[] mortal() {
        return mortal;
    }
}
