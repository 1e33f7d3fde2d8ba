package dev.toolpolicy.runtime.internal.json;

import java.util.Arrays;
import java.util.Objects;

/**
 * A buffer of characters. Unlike {@code StringBuilder}, it copies ranges of strings and of other buffers at once, and
 * keeps its capacity when it is emptied.
 */
public final class TextBuffer implements CharSequence {
    private static final int INITIAL_CAPACITY = 64;

    private char[] characters = new char[INITIAL_CAPACITY];
    private int length;

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
        return substring(start, end);
    }

    String substring(int start, int end) {
        Objects.checkFromToIndex(start, end, length);
        return new String(characters, start, end - start);
    }

    @Override
    public String toString() {
        return new String(characters, 0, length);
    }

    void clear() {
        length = 0;
    }

    void append(char character) {
        if (length == characters.length) {
            grow(1);
        }
        characters[length++] = character;
    }

    void append(String source, int start, int end) {
        int added = end - start;
        if (added > characters.length - length) {
            grow(added);
        }
        source.getChars(start, end, characters, length);
        length += added;
    }

    /**
     * Decodes a range of the inside of a string: plain characters, and escapes of two characters that lie in it whole.
     *
     * @return the index of the first character that is something else, or the range's end
     */
    int decode(String source, int start, int end) {
        int i = start;
        int stop = start;
        while (i == stop && i < end) {
            if (length == characters.length) {
                grow(1);
            }
            stop = (int) Math.min(end, (long) i + characters.length - length);
            i = decodeWithinRoom(source, i, stop);
        }
        return i;
    }

    private int decodeWithinRoom(String source, int start, int end) {
        int shift = length - start;
        int i = copyPlain(source, start, end, characters, shift);
        while (i + 1 < end && source.charAt(i) == '\\') {
            char meant = StringCharacters.escaped(source.charAt(i + 1));
            if (meant == StringCharacters.NO_ESCAPE) {
                break;
            }
            characters[i + shift--] = meant;
            i = copyPlain(source, i + 2, end, characters, shift);
        }
        length = i + shift;
        return i;
    }

    private static int copyPlain(String source, int start, int end, char[] target, int shift) {
        int i = start;
        while (i < end) {
            char c = source.charAt(i);
            if (StringCharacters.isSpecial(c)) {
                break;
            }
            target[i + shift] = c;
            i++;
        }
        return i;
    }

    void append(CharSequence source, int start, int end) {
        if (source instanceof String string) {
            append(string, start, end);
        } else if (source instanceof TextBuffer other) {
            append(other, start, end);
        } else {
            for (int i = start; i < end; i++) {
                append(source.charAt(i));
            }
        }
    }

    private void append(TextBuffer source, int start, int end) {
        int added = end - start;
        if (added > characters.length - length) {
            grow(added);
        }
        System.arraycopy(source.characters, start, characters, length, added);
        length += added;
    }

    private void grow(int added) {
        int needed = Math.addExact(length, added);
        int doubled = (int) Math.min((long) characters.length * 2, Integer.MAX_VALUE - 8);
        characters = Arrays.copyOf(characters, Math.max(needed, doubled));
    }
}
