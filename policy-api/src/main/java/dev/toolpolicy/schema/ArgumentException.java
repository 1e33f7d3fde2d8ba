package dev.toolpolicy.schema;

import java.util.Objects;

/**
 * Thrown where arguments turn out to be invalid: by a visitor to stop the parser that calls it, by a binder that can't
 * make its record. It has no stack trace, since it tells about a model's text and not about a program.
 */
public final class ArgumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong; an {@link ArgumentError} is not serializable and needs not be. */
    private final transient ArgumentError error;

    /**
     * An exception for this error.
     *
     * @param error what is wrong
     * @throws NullPointerException if {@code error} is null
     */
    public ArgumentException(ArgumentError error) {
        super(Objects.requireNonNull(error, "error").forModel(), null, false, false);
        this.error = error;
    }

    /**
     * What is wrong.
     *
     * @return the error
     */
    public ArgumentError error() {
        return error;
    }
}
