package dev.toolpolicy.analysis.internal.automaton.pattern;

/** The rest of the limits during the construction of one automaton. Not thread-safe. */
public final class Budget {
    private final AutomatonLimits limits;
    private long positions;
    private long steps;

    public Budget(AutomatonLimits limits) {
        this.limits = limits;
    }

    /** Returns an unlimited budget, for input that is known to be small. */
    public static Budget unlimited() {
        int most = Integer.MAX_VALUE;
        return new Budget(new AutomatonLimits(AutomatonLimits.DEEPEST, most, most, most, most, most));
    }

    /** Checks the depth of a group. */
    void depth(int depth) {
        if (depth > limits.depth()) {
            throw new PatternTooComplexException("depth", limits.depth(), "groups inside each other");
        }
    }

    /** Counts one more part of the expanded pattern. */
    public void position() {
        if (++positions > limits.positions()) {
            throw new PatternTooComplexException("positions", limits.positions(), "parts");
        }
    }

    /** Counts more elementary steps. */
    public void steps(long more) {
        steps += more;
        if (steps > limits.steps()) {
            throw new PatternTooComplexException("steps", limits.steps(), "steps to build it");
        }
    }

    /** Checks the size of the automaton, by its states and the classes of characters. */
    public void states(int states, int classes) {
        if (states > limits.states()) {
            throw new PatternTooComplexException("states", limits.states(), "states");
        } else if ((long) states * classes > limits.transitions()) {
            throw new PatternTooComplexException("transitions", limits.transitions(), "transitions");
        }
    }
}
