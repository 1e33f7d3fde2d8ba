package dev.toolpolicy.runtime.internal.json;

import java.util.Collection;
import java.util.stream.Collectors;

/** The form of a model's text in messages: quoted, printable, and cut to a safe length. */
final class Words {
    private static final int LONGEST = 60;
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

    /** Returns a text in double quotes; what isn't a letter, digit, mark or symbol appears as an escape. */
    static String quoted(CharSequence text) {
        StringBuilder words = new StringBuilder("\"");
        int end = Math.min(text.length(), LONGEST);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            words.append(isPrintable(c) ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return words.append(end < text.length() ? "…\"" : "\"").toString();
    }

    private static boolean isPrintable(char c) {
        switch (Character.getType(c)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.SURROGATE:
            case Character.PRIVATE_USE:
            case Character.UNASSIGNED:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
                return false;
            default:
                return c != '"' && c != '\\';
        }
    }

    /** Returns a literal, cut to a safe length. */
    static String cut(CharSequence literal) {
        return literal.length() <= LONGEST ? literal.toString() : literal.subSequence(0, LONGEST) + "…";
    }

    /** Returns at most eight of these texts, quoted. */
    static String list(Collection<String> texts) {
        String listed = texts.stream().limit(MOST).map(Words::quoted).collect(Collectors.joining(", "));
        return texts.size() > MOST ? listed + " and " + (texts.size() - MOST) + " more" : listed;
    }
}
