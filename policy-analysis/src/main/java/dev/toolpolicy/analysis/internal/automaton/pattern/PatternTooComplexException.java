package dev.toolpolicy.analysis.internal.automaton.pattern;

/** An exception for a pattern, or an operation on languages, that would exceed one of the {@link AutomatonLimits}. */
public final class PatternTooComplexException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** The limit's name. */
    private final String limit;
    /** The limit's value. */
    private final int value;

    public PatternTooComplexException(String limit, int value, String what) {
        super("the automaton would pass the limit " + limit + ": more than " + value + " " + what);
        this.limit = limit;
        this.value = value;
    }

    /**
     * Returns which limit would be exceeded.
     *
     * @return the name of a component of {@link AutomatonLimits}
     */
    public String limit() {
        return limit;
    }

    /** Returns the limit's value. */
    public int value() {
        return value;
    }
}
