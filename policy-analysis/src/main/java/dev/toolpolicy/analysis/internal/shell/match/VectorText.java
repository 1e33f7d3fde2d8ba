package dev.toolpolicy.analysis.internal.shell.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Argument vectors as texts, for languages of vectors: each element is followed by U+FFFF, and an element's own U+FFFE
 * and U+FFFF are preceded by U+FFFE. So the empty vector is the empty text. Texts of another form are not vectors.
 */
public final class VectorText {
    /** The character before one that stands for itself. */
    public static final int ESCAPE = 0xFFFE;
    /** The end of an element. */
    public static final int END = 0xFFFF;

    /** The place before the first character, and behind an element. */
    public static final int BETWEEN = 0;

    public static final int IN_ELEMENT = 1;
    /** The place behind an {@link #ESCAPE}. */
    public static final int ESCAPED = 2;
    /** The place in a text that is not a vector. */
    public static final int LOST = 3;

    private VectorText() {}

    /** Returns the place behind one more character. */
    public static int next(int place, int codePoint) {
        boolean isMark = codePoint == ESCAPE || codePoint == END;
        if (place == LOST || place == ESCAPED && !isMark) {
            return LOST;
        } else if (place == ESCAPED || !isMark) {
            return IN_ELEMENT;
        }
        return codePoint == ESCAPE ? ESCAPED : BETWEEN;
    }

    /** Returns a vector as a text. */
    public static String of(List<String> elements) {
        StringBuilder text = new StringBuilder();
        for (String element : elements) {
            element.codePoints().forEach(c -> {
                if (c == ESCAPE || c == END) {
                    text.appendCodePoint(ESCAPE);
                }
                text.appendCodePoint(c);
            });
            text.appendCodePoint(END);
        }
        return text.toString();
    }

    /** Returns the vector that a text is; empty if it is of another form. */
    public static Optional<List<String>> elements(String text) {
        List<String> elements = new ArrayList<>();
        StringBuilder element = new StringBuilder();
        int place = BETWEEN;
        for (char c : text.toCharArray()) {
            place = next(place, c);
            if (place == IN_ELEMENT) {
                element.append(c);
            } else if (place == BETWEEN) {
                elements.add(element.toString());
                element.setLength(0);
            }
        }
        return place == BETWEEN ? Optional.of(elements) : Optional.empty();
    }
}
