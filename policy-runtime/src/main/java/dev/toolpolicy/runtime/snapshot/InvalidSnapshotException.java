package dev.toolpolicy.runtime.snapshot;

/**
 * The exception for a snapshot that can't be read, or that doesn't fit the session and its policies. The session is
 * unchanged.
 */
public final class InvalidSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the problem
     */
    public InvalidSnapshotException(String message) {
        super(message);
    }
}
