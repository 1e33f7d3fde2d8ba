package dev.toolpolicy.runtime.json;

import java.util.Arrays;

/** What the characters inside of strings mean. */
final class StringCharacters {
    /** What {@link #escaped} says of characters that don't follow a backslash. */
    static final char NO_ESCAPE = 0;

    /**
     * Which characters can't be taken as they are: quotes, backslashes, control characters, surrogates. The tables have
     * an entry for every character there is, so that looking one up needs no check of bounds.
     */
    private static final boolean[] SPECIAL = special();
    private static final char[] ESCAPED = escapes();

    private StringCharacters() {}

    private static boolean[] special() {
        boolean[] special = new boolean[Character.MAX_VALUE + 1];
        Arrays.fill(special, 0, ' ', true);
        Arrays.fill(special, Character.MIN_SURROGATE, Character.MAX_SURROGATE + 1, true);
        special['"'] = true;
        special['\\'] = true;
        return special;
    }

    private static char[] escapes() {
        char[] escapes = new char[Character.MAX_VALUE + 1];
        String written = "\"\\/bfnrt";
        String meant = "\"\\/\b\f\n\r\t";
        for (int i = 0; i < written.length(); i++) {
            escapes[written.charAt(i)] = meant.charAt(i);
        }
        return escapes;
    }

    /** What a backslash and this character stand for, or {@link #NO_ESCAPE}. */
    static char escaped(char c) {
        return ESCAPED[c];
    }

    /** The index of the first special character of a range, or the range's end. */
    static int skipPlain(String source, int start, int end) {
        int i = start;
        while (i < end && !SPECIAL[source.charAt(i)]) {
            i++;
        }
        return i;
    }

    static boolean isSpecial(char c) {
        return SPECIAL[c];
    }
}
