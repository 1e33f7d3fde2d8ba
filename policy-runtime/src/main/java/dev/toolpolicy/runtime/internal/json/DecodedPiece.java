package dev.toolpolicy.runtime.internal.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = EACH_BYTE << Byte.SIZE - 1;
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
     * <p>This method and {@link #read(byte[], int, int)} have more bytecode than the virtual machine inlines (HotSpot:
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

    /**
     * Reads a range of bytes, if all of them are plain ASCII or of common escapes.
     *
     * @return false, and nothing was read, if it is anything else
     */
    boolean read(byte[] chunk, int from, int end) {
        int count = end - from;
        int open = chunks.openBefore(count);
        if (open < 0 || count > SHORT) {
            return open >= 0 && readLong(chunk, from, end, open);
        }
        long word = upToEight(chunk, from, end);
        int opened = open;
        int n = 0;
        int rare = 0;
        for (int i = 0; i + 4 <= count; i += 4) {
            char c0 = (char) (word & 0xff);
            char c1 = (char) (word >>> 8 & 0xff);
            char c2 = (char) (word >>> 16 & 0xff);
            char c3 = (char) (word >>> 24 & 0xff);
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
            rare |= m0 | m1 | m2 | m3 | Byte.MAX_VALUE - (c0 | c1 | c2 | c3);
            word >>>= Integer.SIZE;
        }
        for (int i = count & ~3; i < count; i++) {
            char c = (char) (word & 0xff);
            int m = StringCharacters.meant(c, opened);
            opened = StringCharacters.opens(c, opened);
            n = put(m, opened, n);
            rare |= m | Byte.MAX_VALUE - c;
            word >>>= Byte.SIZE;
        }
        return rare >= 0 && tell(n, open, count, opened);
    }

    private boolean readLong(byte[] chunk, int from, int end, int open) {
        length = 0;
        int added = end - from;
        if (added > characters.length - Long.BYTES) {
            characters = new byte[Math.max(Math.addExact(added, Long.BYTES), 2 * characters.length)];
        }
        int i = from;
        if (open > 0) {
            int meant = StringCharacters.meant((char) (chunk[i++] & 0xff), 1);
            if (meant < 0) {
                return false;
            }
            characters[length++] = (byte) meant;
        }
        int opened = decodeLong(chunk, i, end);
        return opened >= 0 && tell(length, open, added, opened);
    }

    /** Puts what a character means at this index, unless it opens an escape and so means nothing yet. */
    private int put(int meant, int opened, int index) {
        characters[index] = (byte) meant;
        return index + 1 - opened;
    }

    private int decodeLong(byte[] chunk, int from, int end) {
        byte[] target = characters;
        int i = from;
        int n = length;
        while (i < end) {
            long word = upToEight(chunk, i, end);
            long special = special(word);
            EIGHT.set(target, n, word);
            if (special == 0) {
                i += Long.BYTES;
                n += Long.BYTES;
                continue;
            }
            int plain = Long.numberOfTrailingZeros(special) / Byte.SIZE;
            i += plain;
            n += plain;
            if (i == end) {
                break;
            }
            if (chunk[i] != '\\') {
                return -1;
            }
            if (++i == end) {
                length = n;
                return 1;
            }
            int meant = StringCharacters.meant((char) (chunk[i++] & 0xff), 1);
            if (meant < 0) {
                return -1;
            }
            target[n++] = (byte) meant;
        }
        length = n;
        return 0;
    }

    /** Takes a range of up to eight plain characters; false, and nothing was taken, if it is anything else. */
    boolean takePlain(byte[] chunk, int from, int end) {
        int count = end - from;
        if (count <= 0 || count > Long.BYTES) {
            return false;
        }
        long word = upToEight(chunk, from, end);
        if (Long.numberOfTrailingZeros(special(word)) < Byte.SIZE * count) {
            return false;
        }
        EIGHT.set(characters, 0, word);
        length = count;
        return true;
    }

    /** Returns the next eight bytes, or those that are left and zeros: the first byte is the lowest. */
    static long upToEight(byte[] bytes, int i, int end) {
        int left = end - i;
        if (left >= Long.BYTES) {
            return (long) EIGHT.get(bytes, i);
        }
        if (end >= Long.BYTES) {
            return (long) EIGHT.get(bytes, end - Long.BYTES) >>> Long.SIZE - Byte.SIZE * left;
        }
        if (left >= Integer.BYTES) {
            return Integer.toUnsignedLong((int) FOUR.get(bytes, i))
                    | Integer.toUnsignedLong((int) FOUR.get(bytes, end - Integer.BYTES))
                            << Byte.SIZE * (left - Integer.BYTES);
        }
        int middle = left >> 1;
        return bytes[i] & 0xff
                | (bytes[i + middle] & 0xff) << Byte.SIZE * middle
                | (bytes[end - 1] & 0xff) << Byte.SIZE * (left - 1);
    }

    /**
     * Returns the top bits of bytes that are control characters, quotes, backslashes, or not ASCII, and perhaps of some above one
     * that is: a subtraction from all bytes at once borrows from the byte above.
     */
    private static long special(long word) {
        long quotes = (word ^ '"' * EACH_BYTE) - EACH_BYTE;
        long backslashes = (word ^ '\\' * EACH_BYTE) - EACH_BYTE;
        long controls = word - ' ' * EACH_BYTE;
        return (quotes | backslashes | controls | word) & TOP_BITS;
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
