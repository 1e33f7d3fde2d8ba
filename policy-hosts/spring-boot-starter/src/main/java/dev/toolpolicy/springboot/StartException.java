package dev.toolpolicy.springboot;

import org.jspecify.annotations.Nullable;

/** The exception for policies with which an application can't start. */
final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    StartException(String problem, String action) {
        this(problem, action, null);
    }

    StartException(String problem, String action, @Nullable Throwable cause) {
        super(problem, cause);
        this.action = action;
    }

    /** Returns what to do, for people. */
    String action() {
        return action;
    }
}
