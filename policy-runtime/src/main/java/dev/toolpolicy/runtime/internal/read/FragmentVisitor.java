package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Objects;

/**
 * A visitor of a JSON text in document order as it arrives, without an allocation for each event. By default, all
 * methods do nothing.
 *
 * <p>A value is one of: {@link #nullValue}, {@link #bool}, {@link #number}; {@link #stringStart}, any number of
 * {@link #text}, {@link #stringEnd}; {@link #arrayStart}, its values, {@link #arrayEnd}; {@link #objectStart}, for each
 * property {@link #name} and its value, {@link #objectEnd}.
 *
 * <p>The parser calls it on the thread that feeds the text. A method that throws {@link RefusedException} makes
 * that the text's error and ends the parsing. Any other exception passes through to the caller that feeds the text.
 */
public interface FragmentVisitor {

    /** Starts an object. */
    default void objectStart() {}

    /**
     * Receives the whole name of a property. Its value follows.
     *
     * @param name the unescaped name
     */
    default void name(String name) {}

    /** Ends the innermost open object. */
    default void objectEnd() {}

    /** Starts an array. */
    default void arrayStart() {}

    /** Ends the innermost open array. */
    default void arrayEnd() {}

    /** Starts a string. */
    default void stringStart() {}

    /**
     * Receives a decoded piece of the open string. A piece is never empty and never ends inside a surrogate pair, and a
     * chunk has at most one.
     *
     * @param buffer the buffer that contains the piece; valid only during the call
     * @param start the start of the piece in the buffer
     * @param end the end of the piece in the buffer, exclusive
     */
    default void text(CharSequence buffer, int start, int end) {}

    /** Ends the open string. */
    default void stringEnd() {}

    /**
     * Receives a number.
     *
     * @param literal the number as written; valid only during the call
     */
    default void number(CharSequence literal) {}

    /** Receives a boolean. */
    default void bool(boolean value) {}

    /** Receives a null. */
    default void nullValue() {}

    /**
     * An exception of a {@link FragmentVisitor} that does not accept its input. The parser reports it as the text's error
     * and adds the place. It has no stack trace, since the fault is in a text and not in a program.
     */
    final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** The kind of error. */
        private final DiagnosticCode code;

        /**
         * Creates an exception with a code and a detail.
         *
         * @param code the kind of error
         * @param detail one line: the expected and the actual value
         */
        public RefusedException(DiagnosticCode code, String detail) {
            super(Objects.requireNonNull(detail, "detail"), null, false, false);
            this.code = Objects.requireNonNull(code, "code");
        }

        /**
         * Returns the kind of error.
         *
         * @return the code of the text's error
         */
        public DiagnosticCode code() {
            return code;
        }

        /**
         * Returns the expected and the actual value.
         *
         * @return one line
         */
        public String detail() {
            return String.valueOf(getMessage());
        }
    }
}
