package dev.toolpolicy.runtime.store;

import org.jspecify.annotations.Nullable;

/** The exception of a store that failed or didn't answer in time. Calls that depend on it are denied. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates an exception.
     *
     * @param message the failure
     * @param cause the cause, if known
     */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
