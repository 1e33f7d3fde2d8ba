package dev.toolpolicy.runtime.internal.read;

import dev.toolpolicy.schema.DiagnosticCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A decoder of the inside of one string or name, cut in any way, into a buffer. An incomplete escape, and a high
 * surrogate without its low half, are kept for the next chunk.
 */
public final class StringDecoder {
    private static final int HEX_DIGITS = 4;
    private static final char NO_SURROGATE = 0;
    private static final String ESCAPES = "\"\\/bfnrt";
    /** What a backslash and each of these stand for. */
    private static final String MEANT = "\"\\/\b\f\n\r\t";

    /** How much of an escape was read: nothing, since none is open. */
    private static final int NONE = 0;
    /** How much of an escape was read: the backslash. */
    private static final int BACKSLASH = 1;
    /** How much of an escape was read: {@code \}{@code u} and fewer than four digits. */
    private static final int UNICODE = 2;

    private final StringBuilder text;
    private int escape;
    private int digits;
    private int unit;
    private char high = NO_SURROGATE;
    private @Nullable DiagnosticCode fault;
    private String detail = "";
    /** Where in its chunk each decoded unit ended. */
    private int[] sources = new int[64];
    /** Where in the chunk the reading began, and the index behind the character that is read. */
    private int from;

    private int behind;

    /**
     * Creates a decoder.
     *
     * @param text the buffer for the decoded text
     */
    public StringDecoder(StringBuilder text) {
        this.text = text;
    }

    /** Prepares the decoder for another string. */
    void start() {
        text.setLength(0);
        escape = NONE;
        high = NO_SURROGATE;
    }

    /**
     * Returns whether the next chunk needn't complete anything.
     *
     * @return false within an escape or a surrogate pair
     */
    public boolean isClean() {
        return (high | escape) == 0;
    }

    /** Returns the index in the last chunk that was read behind some decoded units, if the buffer was empty before it. */
    int sourceBehind(int units) {
        return units == 0 ? from : sources[units - 1];
    }

    /** Returns the index of the first character of a range that can't be taken as it is, or the range's end. */
    static int skipPlain(String source, int start, int end) {
        int i = start;
        while (i < end && isPlain(source.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c);
    }

    /**
     * Returns why reading stopped before the closing quote.
     *
     * @return the fault, or null
     */
    @Nullable
    public DiagnosticCode fault() {
        return fault;
    }

    /** Returns the message of a fault. */
    String detail() {
        return detail;
    }

    /**
     * Reads on, and adds to the buffer.
     *
     * @param chunk the chunk
     * @param from the index of the first character
     * @param end the index after the last character
     * @param limit the maximum length of the buffer
     * @return the index of the closing quote or of the character at fault, or {@code end} if neither was found
     */
    public int read(String chunk, int from, int end, int limit) {
        this.from = from;
        for (int i = from; i < end; i++) {
            char c = chunk.charAt(i);
            if (c == '"' && isClean()) {
                return i;
            }
            behind = i + 1;
            next(c);
            if (fault == null && text.length() > limit) {
                fault(DiagnosticCode.LIMIT_EXCEEDED, "a name may have at most " + limit + " characters");
            }
            if (fault != null) {
                return i;
            }
        }
        return end;
    }

    private void next(char c) {
        if (escape != NONE) {
            inEscape(c);
        } else if (c == '\\') {
            escape = BACKSLASH;
        } else if (c < ' ') {
            fault(DiagnosticCode.MALFORMED_JSON, "a control character in a string must be escaped");
        } else {
            add(c);
        }
    }

    private void inEscape(char c) {
        if (escape == UNICODE) {
            hexDigit(c);
        } else if (c == 'u') {
            escape = UNICODE;
            digits = 0;
            unit = 0;
        } else if (ESCAPES.indexOf(c) >= 0) {
            escape = NONE;
            add(MEANT.charAt(ESCAPES.indexOf(c)));
        } else {
            fault(DiagnosticCode.MALFORMED_JSON, "\\" + Words.character(c) + " is not an escape");
        }
    }

    private void hexDigit(char c) {
        int digit = c < 0x80 ? Character.digit(c, 16) : -1;
        if (digit < 0) {
            fault(DiagnosticCode.MALFORMED_JSON, Words.unexpected(c, "four hexadecimal digits after \\u"));
            return;
        }
        unit = unit << 4 | digit;
        if (++digits == HEX_DIGITS) {
            escape = NONE;
            add((char) unit);
        }
    }

    /** Adds a decoded unit; a high surrogate waits for its low half. */
    private void add(char c) {
        if (high != NO_SURROGATE) {
            if (Character.isLowSurrogate(c)) {
                append(high);
                append(c);
                high = NO_SURROGATE;
            } else {
                loneSurrogate();
            }
        } else if (Character.isHighSurrogate(c)) {
            high = c;
        } else if (Character.isLowSurrogate(c)) {
            loneSurrogate();
        } else {
            append(c);
        }
    }

    private void append(char c) {
        if (text.length() == sources.length) {
            sources = Arrays.copyOf(sources, 2 * sources.length);
        }
        sources[text.length()] = behind;
        text.append(c);
    }

    private void loneSurrogate() {
        fault(DiagnosticCode.MALFORMED_JSON, "half a surrogate pair without the other half");
    }

    private void fault(DiagnosticCode code, String what) {
        fault = code;
        detail = what;
    }
}
