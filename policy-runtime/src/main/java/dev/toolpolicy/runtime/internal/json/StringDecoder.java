package dev.toolpolicy.runtime.internal.json;

import dev.toolpolicy.schema.DiagnosticCode;
import org.jspecify.annotations.Nullable;

/**
 * A decoder of the inside of one string or name, cut in any way, into a buffer. An incomplete escape, and a high
 * surrogate without its low half, are kept for the next chunk.
 */
public final class StringDecoder {
    private static final int HEX_DIGITS = 4;
    private static final char NO_SURROGATE = 0;

    /** How much of an escape was read: nothing, since none is open. */
    private static final int NONE = 0;
    /** How much of an escape was read: the backslash. */
    private static final int BACKSLASH = 1;
    /** How much of an escape was read: {@code \}{@code u} and fewer than four digits. */
    private static final int UNICODE = 2;

    private final TextBuffer text;
    private int escape;
    private int digits;
    private int unit;
    private char high = NO_SURROGATE;
    private @Nullable DiagnosticCode fault;
    private String detail = "";
    /** The state when a part of the text was started, and that part. */
    private int markedEscape;

    private int markedDigits;
    private int markedUnit;
    private char markedHigh = NO_SURROGATE;
    private String markedChunk = "";
    private int markedFrom;
    /** Decodes the part again, as far as it is needed. */
    private @Nullable StringDecoder again;

    /**
     * Creates a decoder.
     *
     * @param text the buffer for the decoded text
     */
    public StringDecoder(TextBuffer text) {
        this.text = text;
    }

    /** Prepares the decoder for another string. */
    void start() {
        text.clear();
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

    /** Returns 0 if nothing is open, 1 within an escape after its backslash, negative in all other cases. */
    int open() {
        return escape < UNICODE && high == NO_SURROGATE ? escape : -1;
    }

    /** Records what was read elsewhere: {@link #open()} is now 0 or 1. */
    void goOn(int open) {
        escape = open;
    }

    /** Remembers that what is decoded next comes from here, for {@link #sourceBehind}. */
    void mark(String chunk, int from) {
        markedEscape = escape;
        markedDigits = digits;
        markedUnit = unit;
        markedHigh = high;
        markedChunk = chunk;
        markedFrom = from;
        if (again != null) {
            again = null;
        }
    }

    /**
     * Returns the index in the chunk after some decoded units since the mark. It decodes them again, since it is called
     * once or twice in a call, and storing the index for each unit would slow down all reading. Calls in ascending
     * order continue.
     */
    int sourceBehind(int units) {
        StringDecoder decoder = again;
        if (decoder == null || decoder.text.length() > units) {
            decoder = new StringDecoder(new TextBuffer());
            decoder.escape = markedEscape;
            decoder.digits = markedDigits;
            decoder.unit = markedUnit;
            decoder.high = markedHigh;
            decoder.markedFrom = markedFrom;
            again = decoder;
        }
        int i = decoder.markedFrom;
        while (decoder.text.length() < units) {
            i = decoder.read(markedChunk, i, i + 1, Integer.MAX_VALUE);
        }
        decoder.markedFrom = i;
        return i;
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
        int i = from;
        while (i < end) {
            if (isClean()) {
                i = text.decode(chunk, i, (int) Math.min(end, (long) i + limit - text.length()));
                if (i == end || chunk.charAt(i) == '"') {
                    return i;
                }
            }
            readSpecial(chunk.charAt(i));
            if (fault == null && text.length() > limit) {
                fault(DiagnosticCode.LIMIT_EXCEEDED, "a name may have at most " + limit + " characters");
            }
            if (fault != null) {
                return i;
            }
            i++;
        }
        return end;
    }

    private void readSpecial(char c) {
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
        } else if (StringCharacters.escaped(c) != StringCharacters.NO_ESCAPE) {
            escape = NONE;
            add(StringCharacters.escaped(c));
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
                text.append(high);
                text.append(c);
                high = NO_SURROGATE;
            } else {
                loneSurrogate();
            }
        } else if (Character.isHighSurrogate(c)) {
            high = c;
        } else if (Character.isLowSurrogate(c)) {
            loneSurrogate();
        } else {
            text.append(c);
        }
    }

    private void loneSurrogate() {
        fault(DiagnosticCode.MALFORMED_JSON, "half a surrogate pair without the other half");
    }

    private void fault(DiagnosticCode code, String what) {
        fault = code;
        detail = what;
    }
}
