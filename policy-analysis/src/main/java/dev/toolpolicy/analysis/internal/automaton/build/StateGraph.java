package dev.toolpolicy.analysis.internal.automaton.build;

/** The states of a language as numbers, for a search; state 0 is the first. Not always thread-safe. */
interface StateGraph {
    int NOWHERE = -1;
    /** The distance to what can't be reached. */
    int NEVER = Integer.MAX_VALUE;

    Alphabet alphabet();

    int next(int state, int characterClass);

    boolean accepts(int state);

    /** Returns the state from which every text is accepted, or none is; {@link #NOWHERE} if there is none. */
    int settled(boolean accepting);

    /** Returns the minimal number of characters that follow in an accepted text, or in another; or an estimate. */
    int distance(int state, boolean accepted);

    /** Returns the minimal number of characters that follow in an accepted text, or in another, or fewer. */
    int least(int state, boolean accepted);
}
