package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.internal.read.EmptyArguments;

/**
 * The beginning of a call's text while it may turn out to be no arguments: white space, or {@code null} between white
 * space, cut in any way. The parser reads the letters of {@code null} only when something else follows.
 */
final class AbsentText {
    private static final String NULL = "null";

    private final long limit;
    private long length;
    /** The number of letters of {@code null} so far. */
    private int letters;

    private boolean over;

    /** Creates an empty text, for a parser that reads up to the limit. */
    AbsentText(long limit) {
        this.limit = limit;
    }

    /** Takes the next piece. Returns what the parser must read now: everything, if there are arguments. */
    CharSequence take(CharSequence piece) {
        if (over) {
            return piece;
        }
        int before = letters;
        length += piece.length();
        int start = piece.length();
        for (int i = 0; i < piece.length() && !over; i++) {
            char c = piece.charAt(i);
            if (letters < NULL.length() && c == NULL.charAt(letters)) {
                start = letters++ == 0 ? i : start;
            } else {
                over = !EmptyArguments.isBlank(c) || letters % NULL.length() != 0;
            }
        }
        over |= length > limit;
        if (over) {
            return before == 0 ? piece : NULL.substring(0, before) + piece;
        }
        return before == 0 ? piece.subSequence(0, start) : "";
    }

    /** Returns whether only white space has come. */
    boolean isBlank() {
        return !over && letters == 0;
    }

    /** Returns whether there are no arguments, if this was all. */
    boolean isAbsent() {
        return !over && letters % NULL.length() == 0;
    }

    /** Returns what the parser has not read, if this was all: white space in the place of a whole {@code null}. */
    String unread(long read) {
        if (over) {
            return "";
        }
        return isAbsent() ? " ".repeat((int) Math.max(0, Math.min(length, limit) - read)) : NULL.substring(0, letters);
    }
}
