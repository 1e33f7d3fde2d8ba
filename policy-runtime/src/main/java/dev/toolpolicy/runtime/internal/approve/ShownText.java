package dev.toolpolicy.runtime.internal.approve;

import dev.toolpolicy.internal.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The text of an argument in a display: how much of it is shown, and how large it is. */
final class ShownText {
    private static final int UNITS_OF_BYTES = 1000;

    private ShownText() {}

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
        return plain ? name : VisibleText.quoted(name);
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
