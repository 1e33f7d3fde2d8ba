package dev.toolpolicy.internal.text;

import java.util.HexFormat;

/**
 * Formats untrusted text for messages, logs and displays: on one line, visible, and of a limited length. Everything
 * that prints a text of a model, a provider or a user's code prints it through this class.
 *
 * <p>Invisible and misleading characters become escapes. These are control characters, bidirectional formatting,
 * characters without width or that look like a space, line and paragraph separators, halves of surrogate pairs, and
 * characters that Unicode doesn't define. The properties are those of <a
 * href="https://www.unicode.org/reports/tr44/">UAX #44</a>, general categories and {@code
 * Default_Ignorable_Code_Point}.
 *
 * <p>Limits count characters of the result, so that escapes can't make it long. A longer text ends in {@link #MORE},
 * and neither a surrogate pair nor an escape is cut in two.
 */
public final class VisibleText {
    /** Limits names, ids and values that are quoted in a sentence. */
    public static final int NAME = 120;

    /** Limits text that is a sentence by itself, like a reason or an exception's message. */
    public static final int DETAIL = 500;

    /** Marks the place where a text was cut. */
    public static final String MORE = "...";

    /**
     * Returns a text as a sentence: without blanks at its end, and with a full stop unless it ends as a sentence does.
     *
     * @param text a text, which is not escaped
     * @return the sentence; empty if the text is blank
     */
    public static String sentence(String text) {
        String stripped = text.stripTrailing();
        boolean ended = stripped.isEmpty() || ".!?".indexOf(stripped.charAt(stripped.length() - 1)) >= 0;
        return ended ? stripped : stripped + ".";
    }

    private static final HexFormat HEX = HexFormat.of();

    private VisibleText() {}

    /**
     * Returns text on one line, for a reason or a name that stands alone. Backslashes stay, so a shown escape may also
     * be part of the text.
     *
     * @param text any text
     * @return the text with escapes for invisible characters
     */
    public static String line(CharSequence text) {
        return line(text, Integer.MAX_VALUE);
    }

    /**
     * Returns the beginning of a text on one line.
     *
     * @param text any text
     * @param limit the maximal number of characters, without the mark of a cut
     * @return the text with escapes for invisible characters
     */
    public static String line(CharSequence text, int limit) {
        return beginning(text, limit, Form.LINE);
    }

    /**
     * Returns the beginning and the end of a text on one line, for text whose end says as much as its beginning.
     *
     * @param text any text
     * @param limit the maximal number of characters, without the mark of a cut
     * @return the text with escapes for invisible characters
     */
    public static String ends(CharSequence text, int limit) {
        StringBuilder whole = new StringBuilder();
        if (text.length() <= limit && append(whole, text, limit, Form.LINE) == text.length()) {
            return whole.toString();
        }
        StringBuilder out = new StringBuilder();
        int middle = append(out, text, limit / 2, Form.LINE);
        String last = "";
        for (int at = text.length(); at > middle; ) {
            int c = Character.codePointBefore(text, at);
            StringBuilder shown = new StringBuilder();
            append(shown, c, Form.LINE);
            if (last.length() + shown.length() > limit / 2) {
                break;
            }
            last = shown + last;
            at -= Character.charCount(c);
        }
        return out.append(MORE).append(last).toString();
    }

    /**
     * Returns text in quotes, as a JSON string, so that it can't be confused with the text around it.
     *
     * @param text any text
     * @return a JSON string whose value is the text
     */
    public static String quoted(CharSequence text) {
        return quoted(text, Integer.MAX_VALUE);
    }

    /**
     * Returns the beginning of a text in quotes, as a JSON string. The mark of a cut stands behind the closing quote.
     *
     * @param text any text
     * @param limit the maximal number of characters between the quotes
     * @return a JSON string whose value is the text or its beginning
     */
    public static String quoted(CharSequence text, int limit) {
        StringBuilder out = new StringBuilder();
        String mark = append(out, text, limit, Form.QUOTED) < text.length() ? MORE : "";
        return "\"" + out + "\"" + mark;
    }

    /**
     * Returns text as one line of printable ASCII, for consoles of an unknown encoding.
     *
     * @param text any text
     * @return the text with escapes for all other characters
     */
    public static String ascii(CharSequence text) {
        return ascii(text, Integer.MAX_VALUE);
    }

    /**
     * Returns the beginning of a text as one line of printable ASCII.
     *
     * @param text any text
     * @param limit the maximal number of characters, without the mark of a cut
     * @return the text with escapes for all other characters
     */
    public static String ascii(CharSequence text, int limit) {
        return beginning(text, limit, Form.ASCII);
    }

    private enum Form {
        LINE,
        QUOTED,
        ASCII
    }

    private static String beginning(CharSequence text, int limit, Form form) {
        int plain = endOfPlain(text, 0, limit, form);
        if (plain == text.length()) {
            return text.toString();
        }
        StringBuilder out = new StringBuilder(plain + MORE.length());
        boolean isCut = append(out, text, limit, form) < text.length();
        return isCut ? out + MORE : out.toString();
    }

    /** Appends as much of the text as the limit allows. Returns the index of the first character that is left out. */
    private static int append(StringBuilder out, CharSequence text, int limit, Form form) {
        int start = out.length();
        int at = 0;
        while (at < text.length()) {
            int plain = endOfPlain(text, at, limit - (out.length() - start), form);
            if (plain > at) {
                out.append(text, at, plain);
                at = plain;
                continue;
            }
            int c = Character.codePointAt(text, at);
            int before = out.length();
            append(out, c, form);
            if (out.length() - start > limit) {
                out.setLength(before);
                return at;
            }
            at += Character.charCount(c);
        }
        return at;
    }

    /** Returns the end of the characters from an index that stand for themselves; at most some of them. */
    private static int endOfPlain(CharSequence text, int from, int most, Form form) {
        int end = (int) Math.min(text.length(), (long) from + most);
        int at = from;
        while (at < end && isPlain(text.charAt(at), form)) {
            at++;
        }
        return at;
    }

    private static boolean isPlain(char c, Form form) {
        return c >= ' ' && c <= '~' && (form != Form.QUOTED || c != '"' && c != '\\');
    }

    private static void append(StringBuilder out, int c, Form form) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '"', '\\' -> out.append(form == Form.QUOTED ? "\\" : "").append((char) c);
            default -> {
                if (form == Form.ASCII ? c >= ' ' && c <= '~' : isVisible(c)) {
                    out.appendCodePoint(c);
                } else {
                    for (char unit : Character.toChars(c)) {
                        out.append("\\u").append(HEX.toHexDigits(unit));
                    }
                }
            }
        }
    }

    /** Returns whether a character is visible and not misleading. */
    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> !isIgnorable(c);
        };
    }

    /** Returns whether fonts show a character as nothing although its category doesn't say so. */
    private static boolean isIgnorable(int c) {
        return c == 0x034F
                || c == 0x115F
                || c == 0x1160
                || c == 0x17B4
                || c == 0x17B5
                || c == 0x2800
                || c == 0x3164
                || c == 0xFFA0
                || c >= 0x180B && c <= 0x180F
                || c >= 0xFE00 && c <= 0xFE0F
                || c >= 0xE0000 && c <= 0xE0FFF;
    }
}
