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

    private VectorText() {}

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
        boolean open = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            open = c != END;
            if (c == ESCAPE) {
                i++;
                if (i == text.length() || text.charAt(i) != ESCAPE && text.charAt(i) != END) {
                    return Optional.empty();
                }
                element.append(text.charAt(i));
            } else if (c == END) {
                elements.add(element.toString());
                element.setLength(0);
            } else {
                element.append(c);
            }
        }
        return open ? Optional.empty() : Optional.of(elements);
    }
}
