package dev.toolpolicy.analysis.internal.text;

/**
 * A formatter of untrusted text for logs and messages. It replaces control characters, line ends and invisible
 * characters by question marks.
 */
public final class OneLine {
    private OneLine() {}

    /**
     * Formats a text on one line.
     *
     * @param text any text
     * @param most the maximal number of code points; a longer text ends in three dots
     */
    public static String of(String text, int most) {
        StringBuilder line = new StringBuilder();
        int i = 0;
        for (int shown = 0; i < text.length() && shown < most; shown++) {
            int c = text.codePointAt(i);
            line.appendCodePoint(isSeen(c) ? c : '?');
            i += Character.charCount(c);
        }
        return i < text.length() ? line.append("...").toString() : line.toString();
    }

    private static boolean isSeen(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
