package dev.toolpolicy.runtime.internal.json;

import java.util.ArrayList;
import java.util.List;

/**
 * A joiner of a string's pieces. Short pieces are collected in a buffer and long ones are kept as strings. All are
 * copied once, when the length is known. A growing buffer would copy a string of many pieces many times.
 */
final class PieceJoiner {
    /** From so many characters on, a piece is long. */
    private static final int LONG = 32;
    /** So many characters are gathered at most before a string is made of them; the buffer never holds more. */
    private static final int GATHERED = 4_096;

    private final TextBuffer gathered = new TextBuffer();
    private final List<String> parts = new ArrayList<>();

    /** Adds a range of a text that may change afterwards. */
    void add(CharSequence source, int start, int end) {
        int added = end - start;
        if (added >= LONG) {
            endGathered();
            parts.add(source.subSequence(start, end).toString());
            return;
        }
        if (added > GATHERED - gathered.length()) {
            endGathered();
        }
        gathered.append(source, start, end);
    }

    private void endGathered() {
        if (gathered.length() > 0) {
            parts.add(gathered.toString());
            gathered.clear();
        }
    }

    /** Returns the string of all that was added; what is added next begins another. */
    String join() {
        if (parts.isEmpty()) {
            String whole = gathered.toString();
            gathered.clear();
            return whole;
        }
        endGathered();
        String whole = String.join("", parts);
        parts.clear();
        return whole;
    }
}
