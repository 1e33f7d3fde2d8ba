package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton.Listener;

/** An automaton of some of the rules at one place. Its states are nonnegative numbers. */
sealed interface Automaton permits TableAutomaton, WordAutomaton {

    /** Reports what is settled from the start. Returns the first state. */
    int start(int index, Listener listener);

    /** Returns the state after one more scalar value, as its {@code ~} if rules are settled by it. */
    int next(int state, int c);

    /** Reports the rules that are settled by a transition. */
    void tell(int from, int to, int index, Listener listener);

    /** Reports for all rules that are open in a state whether they match if the text ends there. */
    void end(int state, int index, Listener listener);

    boolean isSettled(int state);

    /** Returns the rules of this automaton. Not to be changed. */
    int[] rules();

    /** Returns the different sets of rules that whole texts match. Not to be changed. */
    int[][] outcomes();

    /** Reads a whole text. Returns the index of the set of rules that it matches. */
    int outcome(CharSequence text);

    /** Returns the state after a part of the text, and reports what it settles. */
    default int run(int state, CharSequence text, int start, int end, Listener listener) {
        int at = state;
        boolean open = !isSettled(at);
        for (int i = start; i < end && open; ) {
            int c = TextAutomaton.scalar(text, i, end);
            i += Character.charCount(c);
            int next = next(at, c);
            if (next < 0) {
                next = ~next;
                tell(at, next, i, listener);
                open = !isSettled(next);
            }
            at = next;
        }
        return at;
    }
}
