package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;

/** An exception for a set of patterns that would exceed a limit. */
public final class CommandsTooLargeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** The pattern that takes up the most. */
    private final transient CommandPattern largest;
    /** The limit that would be exceeded. */
    private final int limit;

    CommandsTooLargeException(CommandPattern largest, int limit) {
        super("these patterns need more than " + limit + " states; the largest is \"" + largest + "\"");
        this.largest = largest;
        this.limit = limit;
    }

    /** Returns the pattern that takes up the most. */
    public CommandPattern largest() {
        return largest;
    }

    /** Returns the limit, in states. */
    public int limit() {
        return limit;
    }
}
