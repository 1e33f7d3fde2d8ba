package dev.toolpolicy.analysis.internal.automaton.match;

/**
 * An automaton of some of the ranks of a {@link FirstMatch}. Its states are nonnegative numbers; state 0 is the first.
 */
sealed interface FirstAutomaton permits FirstTable, FirstTrie {

    /**
     * Returns the state after one more scalar value, as its {@code ~} if a rank is certain there or the lowest open one
     * changes.
     */
    int next(int state, int c);

    /** Returns the lowest rank that this state's last character made certain, or {@link FirstMatch#NONE}. */
    int certain(int state);

    /** Returns the lowest rank that the rest of the text may still decide, unless a lower one is certain already. */
    int open(int state);

    /** Returns the lowest rank that is matched if the text ends here and that isn't certain already. */
    int atEnd(int state);
}
