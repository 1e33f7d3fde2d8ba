package dev.toolpolicy.schema;

import java.util.Objects;

/**
 * Why a call's arguments are invalid: the first error in the order of the text. Immutable.
 *
 * @param code what kind of error
 * @param offset where in the call's whole text, in UTF-16 code units from 0; the text's length where its end is to blame
 * @param pointer the place as a JSON Pointer with array indexes; empty for the root
 * @param detail one line for people and models: what was expected and what came, cut to a safe length
 */
public record ArgumentError(DiagnosticCode code, long offset, String pointer, String detail) {
    /** A pointer is as long as a call makes its names; of a longer one a model is told this much of each end. */
    private static final int LONGEST_END = 100;

    /**
     * Checks and copies the components.
     *
     * @param code what kind of error
     * @param offset where in the call's whole text, in UTF-16 code units from 0; the text's length where its end is to blame
     * @param pointer the place as a JSON Pointer with array indexes; empty for the root
     * @param detail one line for people and models: what was expected and what came, cut to a safe length
     */
    public ArgumentError {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(detail, "detail");
        if (offset < 0) {
            throw new IllegalArgumentException("offset must be >= 0, was " + offset);
        }
    }

    /**
     * The error in words that let a model mend its call.
     *
     * @return one line with code, place, of which a long one is cut in the middle, and detail
     */
    public String forModel() {
        String place = pointer.isEmpty() ? "the arguments" : cut(pointer);
        return "Invalid arguments (" + code + ") at " + place + ", character " + offset + ": " + detail;
    }

    private static String cut(String text) {
        if (text.length() <= 2 * LONGEST_END) {
            return text;
        }
        int end = LONGEST_END - (Character.isHighSurrogate(text.charAt(LONGEST_END - 1)) ? 1 : 0);
        int start = text.length() - LONGEST_END;
        return text.substring(0, end) + "…" + text.substring(Character.isLowSurrogate(text.charAt(start)) ? start + 1 : start);
    }
}
