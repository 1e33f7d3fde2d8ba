package dev.toolpolicy.runtime.internal.json;

import java.util.Arrays;

/** The meaning of characters inside strings. */
final class StringCharacters {
    /** What {@link #escaped} says of characters that don't follow a backslash. */
    static final char NO_ESCAPE = 0;

    /**
     * Which characters can't be taken as they are: quotes, backslashes, control characters, surrogates. The tables have
     * an entry for every character there is, so that looking one up needs no check of bounds.
     */
    private static final boolean[] SPECIAL = special();

    private static final char[] ESCAPED = escapes();

    /** The last character that {@link #meant} knows. */
    static final int LATIN_1 = 0xff;

    /** What Latin-1 characters mean, and behind that what they mean after the backslash of an escape. */
    private static final int[] MEANT = meant();
    /** Changes no index of {@link #MEANT}, but says that it is one: so looking it up needs no check of bounds. */
    private static final int INDEX_OF_MEANT = 2 * LATIN_1 + 1;

    private StringCharacters() {}

    private static int[] meant() {
        int[] meant = new int[2 * (LATIN_1 + 1)];
        for (int c = 0; c <= LATIN_1; c++) {
            meant[c] = c == '\\' ? 0 : SPECIAL[c] ? -1 : c;
            meant[LATIN_1 + 1 + c] = ESCAPED[c] == NO_ESCAPE || c == '/' ? -1 : ESCAPED[c];
        }
        return meant;
    }

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

    /**
     * Returns what a character stands for.
     *
     * @param c one of Latin-1; the answer for any other means nothing
     * @param open 1 if it follows the backslash of an escape, else 0
     * @return 0 for the backslash of an escape; negative if it stands for nothing, or for something that isn't common
     */
    static int meant(char c, int open) {
        return MEANT[(open << 8) + (c & LATIN_1) & INDEX_OF_MEANT];
    }

    /** Returns 1 if a character is the backslash of an escape, which it isn't if it follows one itself; else 0. */
    static int opens(char c, int open) {
        return (c ^ '\\') - 1 >>> 31 & ~open;
    }

    /** Returns what a backslash and this character stand for, or {@link #NO_ESCAPE}. */
    static char escaped(char c) {
        return ESCAPED[c];
    }

    /** Returns the index of the first special character of a range, or the range's end. */
    static int skipPlain(String source, int start, int end) {
        int i = start;
        while (i < end && !SPECIAL[source.charAt(i)]) {
            i++;
        }
        return i;
    }

    /**
     * Returns whether a string has characters and none of them is special. Up to eight it looks at without a loop, at some of
     * them twice: short strings are what it gets most, and to begin and end a loop costs more than that.
     */
    static boolean arePlain(String source, int length) {
        if (length < 4) {
            return length > 0
                    && !(isSpecial(source, 0) | isSpecial(source, length >> 1) | isSpecial(source, length - 1));
        }
        if (length <= 8) {
            return !areSpecial(source, 0) && (length == 4 || !areSpecial(source, length - 4));
        }
        return skipPlain(source, 0, length) == length;
    }

    private static boolean areSpecial(String source, int start) {
        return isSpecial(source, start)
                | isSpecial(source, start + 1)
                | isSpecial(source, start + 2)
                | isSpecial(source, start + 3);
    }

    private static boolean isSpecial(String source, int index) {
        return SPECIAL[source.charAt(index)];
    }

    static boolean isSpecial(char c) {
        return SPECIAL[c];
    }
}
