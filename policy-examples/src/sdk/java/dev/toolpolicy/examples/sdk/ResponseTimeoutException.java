package dev.toolpolicy.examples.sdk;

import java.time.Duration;

/** A response that didn't end in time. Nothing of it has run, so it can be asked for again. */
public final class ResponseTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Creates the exception.
     *
     * @param limit how long the response was waited for
     */
    public ResponseTimeoutException(Duration limit) {
        super("the model told neither completion nor an error within " + limit);
    }
}
