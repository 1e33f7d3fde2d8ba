package dev.toolpolicy.runtime.store;

import org.jspecify.annotations.Nullable;

/** The exception of a store that failed or didn't answer in time. Calls that depend on it are denied. */
public class StoreException extends RuntimeException {
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

    /** The exception of a store that has as many sessions as it may hold, and takes no new one. */
    public static final class Full extends StoreException {
        private static final long serialVersionUID = 1;

        /**
         * Creates an exception.
         *
         * @param message the limit, and the setting that changes it
         */
        public Full(String message) {
            super(message, null);
        }
    }
}
