package dev.toolpolicy.analysis.internal.automaton.match;

/**
 * An automaton of some of the ranks of a {@link FirstMatch}, whose states are numbers that are not negative; state 0 is
 * the first.
 */
sealed interface FirstAutomaton permits FirstTable, FirstTrie {

    /** The state after one more scalar value; its {@code ~} if a rank is certain there or the lowest open one changes. */
    int next(int state, int c);

    /** The lowest rank that this state's last character made certain, or {@link FirstMatch#NONE}. */
    int certain(int state);

    /** The lowest rank that what follows may still decide, if none lower is certain already. */
    int open(int state);

    /** The lowest rank that is matched if the text ends here, and isn't certain already. */
    int atEnd(int state);
}
