package dev.toolpolicy.analysis.internal.text;

import com.fasterxml.jackson.core.JsonLocation;

/**
 * A text is no JSON that {@link StrictJson} reads. The message says why, in one line, without the text's strings,
 * numbers and unknown words; it may have a member's name and the character where reading ended.
 */
public final class MalformedJsonException extends Exception {
    private static final long serialVersionUID = 1;

    /** What kind of fault it is. */
    private final Fault fault;
    /** How many characters stand before it. */
    private final int offset;
    /** Its line, from 1. */
    private final int line;
    /** Its column, from 1. */
    private final int column;

    /** What kind of fault it is. */
    public enum Fault {
        /** The text breaks JSON's grammar, or has a name twice. */
        GRAMMAR,
        /** The text nests deeper than the reader does. */
        DEPTH,
        /** A string, a number, its exponent or a name is longer than the reader takes. */
        LENGTH
    }

    MalformedJsonException(Fault fault, String message, JsonLocation place) {
        super(message);
        this.fault = fault;
        this.offset = Math.toIntExact(Math.max(0, place.getCharOffset()));
        this.line = Math.max(1, place.getLineNr());
        this.column = Math.max(1, place.getColumnNr());
    }

    /**
     * What kind of fault it is.
     *
     * @return the kind
     */
    public Fault fault() {
        return fault;
    }

    /**
     * How many characters stand before the fault.
     *
     * @return an offset of {@code char}s, from 0
     */
    public int offset() {
        return offset;
    }

    /**
     * The line of the fault.
     *
     * @return its number, from 1
     */
    public int line() {
        return line;
    }

    /**
     * The column of the fault.
     *
     * @return its number, from 1
     */
    public int column() {
        return column;
    }
}
