package dev.toolpolicy.analysis.internal.text;

/** Text that others wrote, for logs and messages: what moves a cursor, ends a line or can't be seen is a question mark. */
public final class OneLine {
    private OneLine() {}

    /**
     * A text on one line.
     *
     * @param text any text
     * @param most how many characters of it are shown, in code points; what is longer ends in three dots
     * @return the line
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
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
