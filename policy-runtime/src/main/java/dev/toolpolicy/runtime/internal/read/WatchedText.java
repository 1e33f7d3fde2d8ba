package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.schema.DiagnosticCode;

/** The check of a string whose type doesn't accept every string. It keeps only what it must compare. */
final class WatchedText {
    private final StringBuilder seen = new StringBuilder();
    private Shape.Text shape = Shape.Text.ANY;
    private boolean watched;
    private boolean hasNul;

    /** Starts a string of this shape. */
    void start(Shape.Text text) {
        shape = text;
        watched = text.isWatched();
        hasNul = false;
        seen.setLength(0);
    }

    /** Adds a piece of the string. */
    void add(CharSequence buffer, int start, int end) {
        if (!watched) {
            return;
        }
        if (!shape.allowed().isEmpty()) {
            int room = shape.longestAllowed() + 1 - seen.length();
            seen.append(buffer, start, Math.min(end, start + room));
        }
        for (int i = start; shape.isPath() && !hasNul && i < end; i++) {
            hasNul = buffer.charAt(i) == 0;
        }
    }

    /** Ends the string, and reports an error if it is not an allowed value. */
    void end() {
        if (!watched) {
            return;
        }
        if (hasNul) {
            throw new FragmentVisitor.RefusedException(
                    DiagnosticCode.TYPE_MISMATCH, "a path can't hold the character U+0000");
        }
        if (!shape.allowed().isEmpty() && !shape.allowed().contains(seen.toString())) {
            throw new FragmentVisitor.RefusedException(
                    DiagnosticCode.NOT_ALLOWED_VALUE,
                    "expected one of " + Words.list(shape.allowed()) + ", got " + Words.quoted(seen));
        }
    }
}
