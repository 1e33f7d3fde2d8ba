package dev.toolpolicy.runtime.internal.json;

import java.util.Objects;
import java.util.function.IntUnaryOperator;

/**
 * A decoder of short chunks inside a string that contain common escapes: all of JSON's two-character escapes except
 * {@code \/}, among plain Latin-1 characters. It decodes a chunk in one pass without a branch on the kind of character.
 * In short chunks an escape is unpredictable for the processor, and a search for its place would cost one more wrong
 * prediction.
 */
final class EscapedPiece implements CharSequence, IntUnaryOperator {
    /** How long a chunk may be, in characters. */
    static final int MAX_LENGTH = 8;

    private final FragmentVisitor visitor;
    private final ChunkReader chunks;
    /** What was told last, as long as {@link #length} says. */
    private final char[] characters = new char[MAX_LENGTH];

    private int length;
    /** Whether it began behind the backslash of an escape: 1, or 0. */
    private int openBefore;

    EscapedPiece(FragmentVisitor visitor, ChunkReader chunks) {
        this.visitor = visitor;
        this.chunks = chunks;
    }

    /**
     * Reads a chunk: here, if it is a short one with common escapes; else {@link ChunkReader#readAny} does. The method
     * has more bytecode than the virtual machine inlines (HotSpot: {@code FreqInlineSize}, 325 bytes), and that is
     * intended. The caller that appends chunks has the path of plain ones compiled into it and a call of this: so the common path
     * keeps its values in registers, and is short enough to be inlined itself ({@code InlineSmallCode}).
     */
    void read(String chunk) {
        int open = chunks.beginShort(chunk);
        int length = open < 0 ? 0 : chunk.length();
        openBefore = open;
        int opened = open;
        int n = 0;
        int rare = 0;
        for (int i = 0; i + 4 <= length; i += 4) {
            char c0 = chunk.charAt(i);
            char c1 = chunk.charAt(i + 1);
            char c2 = chunk.charAt(i + 2);
            char c3 = chunk.charAt(i + 3);
            int opened1 = StringCharacters.opens(c0, opened);
            int opened2 = StringCharacters.opens(c1, opened1);
            int opened3 = StringCharacters.opens(c2, opened2);
            int m0 = StringCharacters.meant(c0, opened);
            int m1 = StringCharacters.meant(c1, opened1);
            int m2 = StringCharacters.meant(c2, opened2);
            int m3 = StringCharacters.meant(c3, opened3);
            opened = StringCharacters.opens(c3, opened3);
            n = put(m0, opened1, n);
            n = put(m1, opened2, n);
            n = put(m2, opened3, n);
            n = put(m3, opened, n);
            rare |= m0 | m1 | m2 | m3 | StringCharacters.LATIN_1 - (c0 | c1 | c2 | c3);
        }
        for (int i = length & ~3; i < length; i++) {
            char c = chunk.charAt(i);
            int m = StringCharacters.meant(c, opened);
            opened = StringCharacters.opens(c, opened);
            n = put(m, opened, n);
            rare |= m | StringCharacters.LATIN_1 - c;
        }
        if ((rare | open) < 0) {
            chunks.readAny(chunk);
            return;
        }
        tell(n);
        chunks.endInside(length, opened);
    }

    private void tell(int units) {
        if (units > 0) {
            length = units;
            visitor.text(this, 0, units);
        }
    }

    /** Puts what a character means at this index, unless it opens an escape and so means nothing yet. */
    private int put(int meant, int opened, int index) {
        characters[index] = (char) meant;
        return index + 1 - opened;
    }

    /** Returns where in the chunk the reading was when so many units were decoded. */
    @Override
    public int applyAsInt(int units) {
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
        return characters[Objects.checkIndex(index, length)];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        Objects.checkFromToIndex(start, end, length);
        return new String(characters, start, end - start);
    }

    @Override
    public String toString() {
        return new String(characters, 0, length);
    }
}
