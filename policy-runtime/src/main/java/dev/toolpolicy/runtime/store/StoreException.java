package dev.toolpolicy.runtime.store;

import org.jspecify.annotations.Nullable;

/** A store couldn't do what it was asked, or not in time. Calls that depend on it are denied. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * A failure.
     *
     * @param message what couldn't be done
     * @param cause why, if that is known
     */
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
