package dev.toolpolicy.schema;

import java.util.Objects;

/**
 * An exception for invalid arguments. A visitor throws it to stop the parser that calls it, and a binder if it can't
 * create its record. It has no stack trace, since the fault is in a model's text and not in a program.
 */
public final class ArgumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The error. Transient, since {@link ArgumentError} is not serializable. */
    private final transient ArgumentError error;

    /**
     * Creates an exception for an error.
     *
     * @param error the error in the arguments
     */
    public ArgumentException(ArgumentError error) {
        super(Objects.requireNonNull(error, "error").forModel(), null, false, false);
        this.error = error;
    }

    /**
     * Returns the error.
     *
     * @return the error in the arguments
     */
    public ArgumentError error() {
        return error;
    }
}
