package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.internal.text.VisibleText;
import java.util.Collection;
import java.util.stream.Collectors;

/** The form of a model's text in messages: quoted, printable, and cut to a safe length. */
final class Words {
    private static final int MOST = 8;

    private Words() {}

    /** Returns a character: itself where it is printable ASCII, else its code. */
    static String character(char c) {
        return c > ' ' && c < 0x7f ? String.valueOf(c) : String.format("U+%04X", (int) c);
    }

    /** Says what came where something else was expected. */
    static String unexpected(char c, String expected) {
        return "expected " + expected + ", got " + character(c);
    }

    /** Returns the beginning of a text in double quotes. */
    static String quoted(CharSequence text) {
        return VisibleText.quoted(text, VisibleText.NAME);
    }

    /** Returns at most eight of these texts, quoted. */
    static String list(Collection<String> texts) {
        String listed = texts.stream().limit(MOST).map(Words::quoted).collect(Collectors.joining(", "));
        return texts.size() > MOST ? listed + " and " + (texts.size() - MOST) + " more" : listed;
    }
}
