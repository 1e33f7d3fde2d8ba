package dev.toolpolicy.runtime.adapter;

import java.time.Duration;

/** The exception for a response that didn't end in time. None of its calls has run, so it can be requested again. */
public final class ResponseTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param limit the timeout of the response
     */
    public ResponseTimeoutException(Duration limit) {
        super("the model told neither completion nor an error within " + limit);
    }
}
