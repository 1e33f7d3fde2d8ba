package dev.toolpolicy.runtime.json;

import dev.toolpolicy.schema.DiagnosticCode;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the inside of one string or name, however it is cut, into a buffer. What was read of an escape, and a high
 * surrogate whose low half hasn't come, are kept for the next chunk.
 */
final class StringDecoder {
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
    /** Whether the high surrogate was written as an escape: its low half is then too, or the text isn't well-formed. */
    private boolean isHighEscaped;
    private @Nullable DiagnosticCode fault;
    private String detail = "";
    /** As it was when a part of the text was begun, and that part. */
    private int markedEscape;
    private int markedDigits;
    private int markedUnit;
    private char markedHigh = NO_SURROGATE;
    private boolean isMarkedHighEscaped;
    private String markedChunk = "";
    private int markedFrom;
    /** What decodes the part anew, as far as it was asked for. */
    private @Nullable StringDecoder again;

    StringDecoder(TextBuffer text) {
        this.text = text;
    }

    /** Makes it ready for another string. */
    void start() {
        text.clear();
        escape = NONE;
        high = NO_SURROGATE;
    }

    /** Whether nothing is open that the next chunk must complete. */
    boolean isClean() {
        return (high | escape) == 0;
    }

    /** 0 if nothing is open, 1 if just the backslash of an escape is, negative if anything else. */
    int open() {
        return escape < UNICODE && high == NO_SURROGATE ? escape : -1;
    }

    /** Takes note of what was read without it: {@link #open()} is now 0 or 1. */
    void goOn(int open) {
        escape = open;
    }

    /** Remembers that what is decoded next comes from here, for {@link #sourceBehind}. */
    void mark(String chunk, int from) {
        markedEscape = escape;
        markedDigits = digits;
        markedUnit = unit;
        markedHigh = high;
        isMarkedHighEscaped = isHighEscaped;
        markedChunk = chunk;
        markedFrom = from;
        if (again != null) {
            again = null;
        }
    }

    /**
     * Where in the chunk the reading was when so many units since the mark were decoded. It decodes them anew, since
     * this is asked once or twice a call, and to keep it for each unit would cost all; asked in ascending order it goes on.
     */
    int sourceBehind(int units) {
        StringDecoder decoder = again;
        if (decoder == null || decoder.text.length() > units) {
            decoder = new StringDecoder(new TextBuffer());
            decoder.escape = markedEscape;
            decoder.digits = markedDigits;
            decoder.unit = markedUnit;
            decoder.high = markedHigh;
            decoder.isHighEscaped = isMarkedHighEscaped;
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

    /** Why the reading stopped before the closing quote, or null. */
    @Nullable DiagnosticCode fault() {
        return fault;
    }

    /** What is wrong, where there is a fault. */
    String detail() {
        return detail;
    }

    /**
     * Reads on, adding to the buffer.
     *
     * @param limit how long the buffer may become
     * @return the index of the closing quote or of the character at fault, or {@code end} if neither has come
     */
    int read(String chunk, int from, int end, int limit) {
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
                fault(DiagnosticCode.LIMIT_EXCEEDED, "a name may have " + limit + " characters");
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
            add(c, false);
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
            add(StringCharacters.escaped(c), true);
        } else {
            fault(DiagnosticCode.MALFORMED_JSON, "no escape is written \\" + Words.character(c));
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
            add((char) unit, true);
        }
    }

    /** Adds a decoded unit; a high surrogate waits for its low half, which is written as it is itself. */
    private void add(char c, boolean isEscaped) {
        if (high != NO_SURROGATE) {
            if (Character.isLowSurrogate(c) && isEscaped == isHighEscaped) {
                text.append(high);
                text.append(c);
                high = NO_SURROGATE;
            } else {
                loneSurrogate();
            }
        } else if (Character.isHighSurrogate(c)) {
            high = c;
            isHighEscaped = isEscaped;
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
