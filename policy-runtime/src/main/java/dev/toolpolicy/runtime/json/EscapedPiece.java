package dev.toolpolicy.runtime.json;

import dev.toolpolicy.stream.FragmentVisitor;
import java.util.Objects;

/**
 * Reads short chunks of the inside of a string that have common escapes in them: all of JSON's two-character escapes but
 * {@code \/}, among plain Latin-1 characters. A chunk is decoded in one pass without a branch that depends on what a
 * character is: where chunks are short an escape comes as a surprise to the processor each time, and to look for its
 * place would be one surprise more.
 */
final class EscapedPiece implements CharSequence {
    /** How long a chunk may be, in characters. */
    static final int MAX_LENGTH = 8;

    private final FragmentVisitor visitor;
    private final byte[] latin1 = new byte[MAX_LENGTH];
    private int length;
    private int openBefore;

    EscapedPiece(FragmentVisitor visitor) {
        this.visitor = visitor;
    }

    /**
     * Reads a chunk, all of it, and tells the visitor of what it means. The method is longer than the virtual machine
     * inlines, and that is intended: the common path, a chunk without escapes, keeps its values in registers only as
     * long as this one isn't compiled into it.
     *
     * @param length the chunk's, at most {@link #MAX_LENGTH}
     * @param open whether the chunk follows the backslash of an escape: 1, or 0
     * @return the same of what follows the chunk; negative, and nothing was told, if there is anything else in it
     */
    int read(String chunk, int length, int open) {
        byte[] decoded = latin1;
        int open0 = open;
        int n = 0;
        int meant = 0;
        int seen = 0;
        int i = 0;
        for (; i + 4 <= length; i += 4) {
            char c0 = chunk.charAt(i);
            char c1 = chunk.charAt(i + 1);
            char c2 = chunk.charAt(i + 2);
            char c3 = chunk.charAt(i + 3);
            int open1 = StringCharacters.opens(c0, open0);
            int open2 = StringCharacters.opens(c1, open1);
            int open3 = StringCharacters.opens(c2, open2);
            int open4 = StringCharacters.opens(c3, open3);
            int m0 = StringCharacters.meant(c0, open0);
            int m1 = StringCharacters.meant(c1, open1);
            int m2 = StringCharacters.meant(c2, open2);
            int m3 = StringCharacters.meant(c3, open3);
            decoded[n] = (byte) m0;
            n += 1 - open1;
            decoded[n] = (byte) m1;
            n += 1 - open2;
            decoded[n] = (byte) m2;
            n += 1 - open3;
            decoded[n] = (byte) m3;
            n += 1 - open4;
            open0 = open4;
            meant |= m0 | m1 | m2 | m3;
            seen |= c0 | c1 | c2 | c3;
        }
        for (; i < length; i++) {
            char c = chunk.charAt(i);
            int m = StringCharacters.meant(c, open0);
            open0 = StringCharacters.opens(c, open0);
            decoded[n] = (byte) m;
            n += 1 - open0;
            meant |= m;
            seen |= c;
        }
        if (meant < 0 || seen > StringCharacters.LATIN_1) {
            return -1;
        }
        openBefore = open;
        this.length = n;
        if (n > 0) {
            visitor.text(this, 0, n);
        }
        return open0;
    }

    /** Where in the chunk the reading was when so many units were decoded. */
    int sourceBehind(int units) {
        int i = -openBefore;
        for (int unit = 0; unit < units; unit++) {
            i += StringCharacters.isSpecial(charAt(unit)) ? 2 : 1;
        }
        return i;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return (char) (latin1[Objects.checkIndex(index, length)] & 0xff);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    @SuppressWarnings("deprecation")
    private String substring(int start, int end) {
        Objects.checkFromToIndex(start, end, length);
        return new String(latin1, start, end - start, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return substring(0, length);
    }
}
