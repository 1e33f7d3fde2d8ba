package dev.toolpolicy.runtime.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/**
 * A decoder of chunks inside a string: ASCII characters, in short chunks those of Latin-1, and all of JSON's
 * two-character escapes except {@code \/}. It looks at eight characters at once and keeps a byte for each.
 *
 * <p>A chunk of up to eight characters is decoded in one pass without a branch on the kind of character. In short chunks
 * an escape is unpredictable for the processor, and a search for its place would cost one more wrong prediction.
 */
final class DecodedPiece implements CharSequence, IntUnaryOperator {
    /** How many characters a short chunk has at most. */
    private static final int SHORT = 8;

    private static final int INITIAL_CAPACITY = 64;

    private final FragmentVisitor visitor;
    private final ChunkReader chunks;
    private byte[] characters = new byte[INITIAL_CAPACITY];
    private int length;
    /** Whether it began behind the backslash of an escape: 1, or 0. */
    private int openBefore;
    /** What {@link #applyAsInt} was asked last, and its answer. */
    private int mappedUnits;

    private int mappedIndex;

    DecodedPiece(FragmentVisitor visitor, ChunkReader chunks) {
        this.visitor = visitor;
        this.chunks = chunks;
    }

    /**
     * Reads a chunk: here, if it is a short one with common escapes; else {@link ChunkReader#readAny} does.
     *
     * <p>This method has more bytecode than the virtual machine inlines (HotSpot:
     * {@code FreqInlineSize}, 325 bytes), and that is intended. The caller that appends chunks has the path of plain
     * ones compiled into it and a call of one of these. So the common path keeps its values in registers, and is short
     * enough to be inlined itself ({@code InlineSmallCode}).
     */
    void read(String chunk) {
        int count = chunk.length();
        int open = count <= SHORT ? chunks.openBefore(count) : -1;
        int length = open < 0 ? 0 : count;
        int opened = open;
        int n = 0;
        int rare = open;
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
        if (rare < 0) {
            chunks.readAny(chunk);
        } else {
            tell(n, open, length, opened);
        }
    }

    /** Puts what a character means at this index, unless it opens an escape and so means nothing yet. */
    private int put(int meant, int opened, int index) {
        characters[index] = (byte) meant;
        return index + 1 - opened;
    }

    /**
     * Tells the visitor of what was decoded, if there is anything, and ends the chunk.
     *
     * @param units how many characters were decoded
     * @param open whether the chunk began behind the backslash of an escape: 1, or 0
     * @param opened the same, of what comes behind the chunk
     * @return true
     */
    private boolean tell(int units, int open, int chunkLength, int opened) {
        length = units;
        openBefore = open;
        mappedUnits = 0;
        mappedIndex = -open;
        chunks.beginDecoded(chunkLength);
        if (units > 0) {
            visitor.text(this, 0, units);
        }
        chunks.endInside(chunkLength, opened);
        return true;
    }

    /** Returns where in the chunk the reading was when so many units were decoded. Calls in ascending order continue. */
    @Override
    public int applyAsInt(int units) {
        if (units < mappedUnits) {
            mappedUnits = 0;
            mappedIndex = -openBefore;
        }
        for (; mappedUnits < units; mappedUnits++) {
            mappedIndex += StringCharacters.isSpecial(charAt(mappedUnits)) ? 2 : 1;
        }
        return mappedIndex;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        return (char) (characters[Objects.checkIndex(index, length)] & 0xff);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        Objects.checkFromToIndex(start, end, length);
        return new String(characters, start, end - start, StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return new String(characters, 0, length, StandardCharsets.ISO_8859_1);
    }
}
