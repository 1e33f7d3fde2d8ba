package dev.toolpolicy.cli;

/** The command line is wrong; the message says what, and what to type. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
