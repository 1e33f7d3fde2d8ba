package dev.toolpolicy.jdbc;

import java.time.Duration;

/**
 * The limits of a {@link JdbcSessionStore}. Immutable.
 *
 * @param time how long one operation takes at most, waiting for a connection included; then it fails, even if the
 *     driver still does
 * @param operations how many operations are under way at once at most; further ones wait, within their time. An
 *     operation whose driver hangs counts until the driver lets go
 * @param partLength how long the JSON text of one part may be, in characters
 */
public record JdbcLimits(Duration time, int operations, int partLength) {
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * Checks the components.
     *
     * @param time how long one operation takes at most
     * @param operations how many operations are under way at once at most
     * @param partLength how long the JSON text of one part may be, in characters
     * @throws IllegalArgumentException if {@code time} is not positive or more than an hour, or another is less than 1
     */
    public JdbcLimits {
        if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("an operation takes more than nothing and at most an hour, not " + time);
        }
        if (operations < 1 || partLength < 1) {
            throw new IllegalArgumentException(
                    "at least 1 operation and 1 character, not " + operations + " and " + partLength);
        }
    }

    /**
     * Returns the default limits: two seconds, 64 operations at once, 16,777,216 characters per part.
     *
     * @return the limits
     */
    public static JdbcLimits defaults() {
        return new JdbcLimits(Duration.ofSeconds(2), 64, 16 << 20);
    }

    /**
     * Returns these limits with another time limit.
     *
     * @param time how long one operation takes at most
     * @return the changed limits
     */
    public JdbcLimits within(Duration time) {
        return new JdbcLimits(time, operations, partLength);
    }
}
