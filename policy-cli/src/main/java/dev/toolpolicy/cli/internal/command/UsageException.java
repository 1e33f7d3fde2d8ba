package dev.toolpolicy.cli.internal.command;

/** A mistake of the user's that keeps a subcommand from its work; the message is one line that says what to type. */
public final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message one line
     */
    public UsageException(String message) {
        super(message);
    }
}
