package dev.toolpolicy.schema;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The first error in a call's arguments, in the order of their text. Immutable.
 *
 * @param code the kind of error
 * @param offset the position in the call's whole text, in UTF-16 code units from 0. It is the text's length if the
 *     text ended too early.
 * @param pointer the place as a JSON Pointer with array indexes; empty for the root
 * @param detail one line for people and models: the expected and the actual value. The caller cuts long values.
 */
public record ArgumentError(DiagnosticCode code, long offset, String pointer, String detail) {
    /**
     * Checks and copies the components.
     *
     * @throws IllegalArgumentException if the offset is negative
     */
    public ArgumentError {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must be >= 0, was " + offset);
        }
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(pointer, "pointer");
        Objects.requireNonNull(detail, "detail");
    }

    /**
     * Formats the error so that a model can correct its call.
     *
     * @return one sentence with place and detail; a long place is cut in the middle
     */
    public String forModel() {
        return VisibleText.sentence("Not run: " + words());
    }

    /**
     * Returns the error in words, for people.
     *
     * @return one line with place and detail; a long place is cut in the middle
     */
    public String words() {
        List<String> place = new ArrayList<>();
        if (!pointer.isEmpty()) {
            place.add(VisibleText.ends(pointer, VisibleText.NAME));
        }
        switch (code) {
            case UNKNOWN_TOOL, INTERNAL -> {
                return detail;
            }
            case MALFORMED_JSON, DUPLICATE_KEY, TRUNCATED, LIMIT_EXCEEDED -> place.add("character " + offset);
            default -> {}
        }
        return "invalid arguments" + (place.isEmpty() ? "" : " at " + String.join(", ", place)) + ": " + detail;
    }

    @Override
    public String toString() {
        return VisibleText.line("ArgumentError[code=" + code + ", offset=" + offset + ", pointer=" + pointer
                + ", detail=" + detail + "]");
    }
}
