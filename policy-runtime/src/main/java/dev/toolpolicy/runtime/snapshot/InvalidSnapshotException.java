package dev.toolpolicy.runtime.snapshot;

/** A snapshot can't be read, or is not one of this session and its policies. Nothing has changed. */
public final class InvalidSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public InvalidSnapshotException(String message) {
        super(message);
    }
}
