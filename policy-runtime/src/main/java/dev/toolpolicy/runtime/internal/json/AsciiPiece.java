package dev.toolpolicy.runtime.internal.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/**
 * A decoder of chunks of bytes inside a string: plain ASCII characters, and all of JSON's two-character escapes except
 * {@code \/}. It looks at eight bytes at once and keeps a byte for each character.
 */
final class AsciiPiece implements CharSequence, IntUnaryOperator {
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long TOP_BITS = EACH_BYTE << Byte.SIZE - 1;
    private static final int INITIAL_CAPACITY = 64;

    private byte[] characters = new byte[INITIAL_CAPACITY];
    private int length;
    /** Whether it began behind the backslash of an escape: 1, or 0. */
    private int openBefore;
    /** What {@link #applyAsInt} was asked last, and its answer. */
    private int mappedUnits;

    private int mappedIndex;

    /**
     * Decodes a range of bytes that isn't empty.
     *
     * @param open 1 if it follows the backslash of an escape, else 0
     * @return 1 if it ends with the backslash of an escape, else 0; negative if anything else is in it
     */
    int decode(byte[] chunk, int from, int end, int open) {
        begin(end - from, open);
        if (open == 0) {
            return decode(chunk, from, end);
        }
        int meant = StringCharacters.meant((char) (chunk[from] & 0xff), 1);
        if (meant < 0) {
            return -1;
        }
        characters[length++] = (byte) meant;
        return decode(chunk, from + 1, end);
    }

    private int decode(byte[] chunk, int from, int end) {
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

    private void begin(int added, int open) {
        if (added > characters.length - Long.BYTES) {
            characters = new byte[Math.max(Math.addExact(added, Long.BYTES), 2 * characters.length)];
        }
        length = 0;
        openBefore = open;
        mappedUnits = 0;
        mappedIndex = -open;
    }

    /** Returns the next eight bytes, or those that are left and zeros: the first byte is the lowest. */
    private static long upToEight(byte[] bytes, int i, int end) {
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

    /** Tells a visitor of what was decoded, if there is anything. */
    void tell(FragmentVisitor visitor) {
        if (length > 0) {
            visitor.text(this, 0, length);
        }
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
        return (char) characters[Objects.checkIndex(index, length)];
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
