package dev.toolpolicy.cli.internal.tools;

import org.jspecify.annotations.Nullable;

/** A source of tools that can't be read; the message is one line that says why. */
public final class ToolSourceException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message one line
     */
    public ToolSourceException(String message) {
        super(message);
    }

    ToolSourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
