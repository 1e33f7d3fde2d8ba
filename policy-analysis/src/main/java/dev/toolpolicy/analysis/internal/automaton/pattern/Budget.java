package dev.toolpolicy.analysis.internal.automaton.pattern;

/** What is left of the limits while one automaton is built. Not shared between threads. */
public final class Budget {
    private final AutomatonLimits limits;
    private long positions;
    private long steps;

    public Budget(AutomatonLimits limits) {
        this.limits = limits;
    }

    /** One for what is known to be small. */
    public static Budget unlimited() {
        int most = Integer.MAX_VALUE;
        return new Budget(new AutomatonLimits(AutomatonLimits.DEEPEST, most, most, most, most, most));
    }

    /** A group opens that is nested this deep. */
    void depth(int depth) {
        if (depth > limits.depth()) {
            throw new PatternTooComplexException("depth", limits.depth(), "groups inside each other");
        }
    }

    /** One more part of the pattern written out. */
    public void position() {
        if (++positions > limits.positions()) {
            throw new PatternTooComplexException("positions", limits.positions(), "parts");
        }
    }

    /** So many more elementary steps. */
    public void steps(long more) {
        steps += more;
        if (steps > limits.steps()) {
            throw new PatternTooComplexException("steps", limits.steps(), "steps to build it");
        }
    }

    /** The automaton grows to so many states over so many characters told apart. */
    public void states(int states, int classes) {
        if (states > limits.states()) {
            throw new PatternTooComplexException("states", limits.states(), "states");
        } else if ((long) states * classes > limits.transitions()) {
            throw new PatternTooComplexException("transitions", limits.transitions(), "transitions");
        }
    }
}
