package dev.toolpolicy.runtime.internal.fault;

import java.time.Duration;

/** The checks of values that services set. */
public final class Require {
    private Require() {}

    /**
     * Checks a name.
     *
     * @param what what has the name
     * @return the name
     * @throws IllegalArgumentException if it is empty
     */
    public static String name(String what, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(what + " must not be empty");
        }
        return name;
    }

    /**
     * Checks a limit.
     *
     * @param what what is limited
     * @throws IllegalArgumentException if it is less than 1
     */
    public static void atLeastOne(String what, long limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, was " + limit);
        }
    }

    /**
     * Checks a length of time.
     *
     * @param what what has the length
     * @return the length
     * @throws IllegalArgumentException if it isn't positive
     */
    public static Duration positive(String what, Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(what + " must be positive, was " + time);
        }
        return time;
    }
}
