package dev.toolpolicy.runtime.store;

import org.jspecify.annotations.Nullable;

/** The exception of a store that failed or didn't answer in time. Calls that depend on it are denied. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean full;

    /**
     * Creates an exception.
     *
     * @param message the failure
     * @param cause the cause, if known
     */
    public StoreException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private StoreException(String message, @Nullable Throwable cause, boolean full) {
        super(message, cause);
        this.full = full;
    }

    /**
     * Creates the exception of a store that has as many sessions as it may hold, and takes no new one.
     *
     * @param message the limit, and the setting that changes it
     * @return the exception
     */
    public static StoreException full(String message) {
        return new StoreException(message, null, true);
    }

    /** Returns whether the store takes no new session, since it has as many as it may hold. */
    public boolean isFull() {
        return full;
    }
}
