package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton.Listener;

/** An automaton of some of the rules at one place, whose states are numbers that are not negative. */
sealed interface Automaton permits TableAutomaton, WordAutomaton {

    /** Tells what is settled from the start on; returns the first state. */
    int start(int index, Listener listener);

    /** The state after one more scalar value; its {@code ~} if rules are settled by it. */
    int next(int state, int c);

    /** Tells which rules are settled by coming from one state to the next. */
    void tell(int from, int to, int index, Listener listener);

    /** Tells of all rules that are open in a state whether they hold if the text ends there. */
    void end(int state, int index, Listener listener);

    boolean isSettled(int state);

    /** The state after a part of the text; tells what it settles. */
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
