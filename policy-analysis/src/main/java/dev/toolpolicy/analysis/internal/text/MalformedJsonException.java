package dev.toolpolicy.analysis.internal.text;

import com.fasterxml.jackson.core.JsonLocation;

/**
 * An exception for a text that is not valid JSON for {@link StrictJson}. The message says why, in one line, without the
 * text's strings, numbers and unknown words. It may have a member's name and the character where reading ended.
 */
public final class MalformedJsonException extends Exception {
    private static final long serialVersionUID = 1;

    /** The kind of fault. */
    private final Fault fault;
    /** The number of characters before it. */
    private final int offset;
    /** Its line, from 1. */
    private final int line;
    /** Its column, from 1. */
    private final int column;

    /** The kind of fault. */
    public enum Fault {
        /** The text violates JSON's grammar, or has a name twice in one object. */
        GRAMMAR,
        /** The text is nested deeper than the reader's limit. */
        DEPTH,
        /** A string, a number, its exponent or a name is longer than the reader's limit. */
        LENGTH
    }

    MalformedJsonException(Fault fault, String message, JsonLocation place) {
        super(message);
        this.fault = fault;
        this.offset = Math.toIntExact(Math.max(0, place.getCharOffset()));
        this.line = Math.max(1, place.getLineNr());
        this.column = Math.max(1, place.getColumnNr());
    }

    /** Returns the kind of fault. */
    public Fault fault() {
        return fault;
    }

    /**
     * Returns the number of characters before the fault.
     *
     * @return an offset of {@code char}s, from 0
     */
    public int offset() {
        return offset;
    }

    /**
     * Returns the line of the fault.
     *
     * @return its number, from 1
     */
    public int line() {
        return line;
    }

    /**
     * Returns the column of the fault.
     *
     * @return its number, from 1
     */
    public int column() {
        return column;
    }
}
