package dev.toolpolicy.analysis.internal.automaton.pattern;

/**
 * What one pattern, and one automaton, may take up. Passing a limit is a {@link PatternTooComplexException}; all of them
 * together bound the time and the memory of every operation by construction, not by a clock.
 *
 * @param depth how deep groups may be nested, from 1 to {@value #DEEPEST}
 * @param positions how many parts a pattern may have once its counted quantifiers are written out
 * @param states how many states an automaton may have, before it is minimised too
 * @param transitions how many transitions it may have: its states times the characters that it tells apart
 * @param steps how many elementary steps its construction may take
 * @param combinedStates how many states the automaton of several rules may have; past it the rules are shared among
 *     several automata, which is no error
 */
public record AutomatonLimits(
        int depth, int positions, int states, int transitions, int steps, int combinedStates) {

    /** The largest {@link #depth}: what the stack of any thread holds. */
    public static final int DEEPEST = 500;

    /** The limits if none are set: ample for patterns that people write, and far below a tenth of a second. */
    public static final AutomatonLimits DEFAULT = new AutomatonLimits(200, 10_000, 5_000, 100_000, 1_000_000, 2_000);

    /**
     * Checks the components.
     *
     * @param depth how deep groups may be nested
     * @param positions how many parts a pattern may have once its counted quantifiers are written out
     * @param states how many states an automaton may have
     * @param transitions how many transitions it may have
     * @param steps how many elementary steps its construction may take
     * @param combinedStates how many states the automaton of several rules may have
     * @throws IllegalArgumentException if a limit is below 1, or the depth above {@value #DEEPEST}
     */
    public AutomatonLimits {
        require("depth", depth);
        require("positions", positions);
        require("states", states);
        require("transitions", transitions);
        require("steps", steps);
        require("combinedStates", combinedStates);
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("the limit depth is " + depth + ", above " + DEEPEST);
        }
    }

    private static void require(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("the limit " + name + " is " + value + ", below 1");
        }
    }
}
