package dev.toolpolicy.runtime.display;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Untrusted text, made safe to show: invisible and misleading characters are written as escapes. These are control
 * characters, bidirectional formatting, characters without width or that look like a space, line and paragraph
 * separators, halves of surrogate pairs, and characters that Unicode doesn't define. The properties are those of <a
 * href="https://www.unicode.org/reports/tr44/">UAX #44</a>, general categories and {@code
 * Default_Ignorable_Code_Point}.
 */
public final class VisibleText {
    private static final HexFormat HEX = HexFormat.of();
    private static final int UNITS_OF_BYTES = 1000;

    private VisibleText() {}

    /**
     * Returns text in quotes, as a JSON string, so that it can't be confused with the text around it.
     *
     * @param text any text
     * @return a JSON string whose value is the text
     */
    public static String quoted(CharSequence text) {
        return quoted(text, 0, text.length());
    }

    static String quoted(CharSequence text, int start, int end) {
        StringBuilder out = new StringBuilder(end - start + 2).append('"');
        for (int i = start; i < end; ) {
            int c = Character.codePointAt(text, i);
            i += Character.charCount(c);
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else {
                append(out, c);
            }
        }
        return out.append('"').toString();
    }

    /**
     * Returns text on one line, without quotes, for a reason or a name that stands alone. Backslashes stay, so a shown
     * escape may also be part of the text.
     *
     * @param text any text
     * @return the text with escapes for invisible characters
     */
    public static String line(CharSequence text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(out, c));
        return out.toString();
    }

    /** Returns a name as it is if it consists of letters, digits and joining characters; in quotes if not. */
    static String name(String name) {
        boolean plain = !name.isEmpty()
                && name.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c >= '0' && c <= '9'
                                || c == '_'
                                || c == '-'
                                || c == '.');
        return plain ? name : quoted(name);
    }

    private static void append(StringBuilder out, int c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (isVisible(c)) {
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
    static boolean isVisible(int c) {
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

    /** Returns the size of a text in words: characters, or kilobytes of UTF-8 from a thousand on. */
    static String size(CharSequence text) {
        if (text.length() < UNITS_OF_BYTES) {
            return text.length() == 1 ? "1 character" : text.length() + " characters";
        }
        double bytes = text.toString().getBytes(StandardCharsets.UTF_8).length;
        return bytes < UNITS_OF_BYTES * UNITS_OF_BYTES
                ? String.format(Locale.ROOT, "%.1f kB", bytes / UNITS_OF_BYTES)
                : String.format(Locale.ROOT, "%.1f MB", bytes / UNITS_OF_BYTES / UNITS_OF_BYTES);
    }

    /** Returns how much of a text to show: up to the limit, without half of a surrogate pair. */
    static int cut(CharSequence text, int limit) {
        if (text.length() <= limit) {
            return text.length();
        }
        return Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
    }
}
