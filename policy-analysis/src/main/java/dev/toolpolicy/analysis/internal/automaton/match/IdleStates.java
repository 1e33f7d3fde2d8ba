package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.Dfa;
import java.util.Arrays;

/**
 * The home of each state of an automaton. Of the states that it can reach and that can reach it, the home is the one
 * that most characters lead back to itself: a search waits there while nothing is found. A state that can't be reached
 * again has none. Strongly connected components are found as by Tarjan (Depth-first search and linear graph algorithms,
 * 1972), without recursion.
 */
final class IdleStates {
    static final int NONE = -1;

    private final Dfa dfa;
    private final int classes;
    private final int[] home;
    private final int[] order;
    private final int[] low;
    private final boolean[] waiting;
    private final int[] stack;
    private final int[] path;
    private final int[] nextClass;
    private int stacked;
    private int seen;

    private IdleStates(Dfa dfa) {
        this.dfa = dfa;
        this.classes = dfa.alphabet().size();
        int states = dfa.states();
        home = new int[states];
        order = new int[states];
        low = new int[states];
        waiting = new boolean[states];
        stack = new int[states];
        path = new int[states];
        nextClass = new int[states];
        Arrays.fill(home, NONE);
    }

    /** Returns the home of each state that is reached from the first. */
    static int[] of(Dfa dfa) {
        IdleStates homes = new IdleStates(dfa);
        homes.search();
        return homes.home;
    }

    private void search() {
        int depth = 0;
        path[0] = 0;
        enter(0);
        while (depth >= 0) {
            int state = path[depth];
            if (nextClass[state] < classes) {
                int target = dfa.next(state, nextClass[state]++);
                if (order[target] == 0) {
                    enter(target);
                    path[++depth] = target;
                } else if (waiting[target]) {
                    low[state] = Math.min(low[state], order[target]);
                }
            } else {
                leave(state);
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[state]);
                }
            }
        }
    }

    private void enter(int state) {
        order[state] = ++seen;
        low[state] = seen;
        stack[stacked++] = state;
        waiting[state] = true;
    }

    /**
     * Leaves a state when everything reachable from it was visited. If nothing there leads further back, it is the
     * first of a component.
     */
    private void leave(int state) {
        if (low[state] < order[state]) {
            return;
        }
        int first = stacked;
        int best = NONE;
        int most = 0;
        do {
            int member = stack[--first];
            waiting[member] = false;
            int loops = loops(member);
            if (loops > most || loops == most && best != NONE && member < best) {
                most = loops;
                best = member;
            }
        } while (stack[first] != state);
        for (int i = first; i < stacked; i++) {
            home[stack[i]] = best;
        }
        stacked = first;
    }

    private int loops(int state) {
        int loops = 0;
        for (int c = 0; c < classes; c++) {
            loops += dfa.next(state, c) == state ? 1 : 0;
        }
        return loops;
    }
}
