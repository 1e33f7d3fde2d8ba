package dev.toolpolicy.analysis.internal.automaton.pattern;

/**
 * The limits of one pattern and one automaton. Exceeding a limit throws a {@link PatternTooComplexException}. Together
 * they bound the time and the memory of every operation by construction, not by a clock.
 *
 * @param depth the nesting depth of groups, from 1 to {@value #DEEPEST}
 * @param positions the number of parts of a pattern after its counted quantifiers are expanded
 * @param states the number of states of an automaton, also before it is minimized
 * @param transitions the number of its transitions: its states times the characters that it distinguishes
 * @param steps the number of elementary steps of its construction
 * @param combinedStates the number of states of the automaton of several rules; beyond it the rules are shared among
 *     several automata, which is not an error
 */
public record AutomatonLimits(int depth, int positions, int states, int transitions, int steps, int combinedStates) {

    /** The largest {@link #depth}, which fits the stack of any thread. */
    public static final int DEEPEST = 500;

    /** The default limits: ample for patterns that people write, and far below a tenth of a second. */
    public static final AutomatonLimits DEFAULT = new AutomatonLimits(200, 10_000, 5_000, 100_000, 1_000_000, 20_000);

    /**
     * Checks the components.
     *
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
            throw new IllegalArgumentException("depth must be at most " + DEEPEST + ", was " + depth);
        }
    }

    private static void require(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, was " + value);
        }
    }
}
