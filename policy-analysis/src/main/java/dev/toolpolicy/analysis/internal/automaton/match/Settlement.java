package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.match.TextAutomaton.Listener;

/** The rules that are settled at once: those that match, and those that don't. */
record Settlement(int[] matched, int[] eliminated) {
    static final Settlement NONE = new Settlement(new int[0], new int[0]);

    boolean isEmpty() {
        return matched.length == 0 && eliminated.length == 0;
    }

    void tell(int index, Listener listener) {
        for (int rule : matched) {
            listener.settled(rule, true, index);
        }
        for (int rule : eliminated) {
            listener.settled(rule, false, index);
        }
    }
}
