package dev.toolpolicy.schema;

import dev.toolpolicy.text.VisibleText;
import java.util.Objects;

/**
 * The first error in a call's arguments, in the order of their text. Immutable.
 *
 * @param code the kind of error
 * @param offset the position in the call's whole text, in UTF-16 code units from 0; the text's length if the text ended
 *     too early
 * @param pointer the place as a JSON Pointer with array indexes; empty for the root
 * @param detail one line for people and models: the expected and the actual value, cut to a safe length
 */
public record ArgumentError(DiagnosticCode code, long offset, String pointer, String detail) {
    /** Checks and copies the components. */
    public ArgumentError {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(detail, "detail");
        if (offset < 0) {
            throw new IllegalArgumentException("offset must be >= 0, was " + offset);
        }
    }

    /**
     * Formats the error so that a model can correct its call.
     *
     * @return one line with code, place and detail; a long place is cut in the middle
     */
    public String forModel() {
        String place = pointer.isEmpty() ? "the arguments" : VisibleText.ends(pointer, VisibleText.NAME);
        return "Invalid arguments (" + code + ") at " + place + ", character " + offset + ": " + detail;
    }
}
