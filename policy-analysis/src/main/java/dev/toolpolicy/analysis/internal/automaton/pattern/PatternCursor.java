package dev.toolpolicy.analysis.internal.automaton.pattern;

/** A position in a pattern, moved by code points as the {@code u} flag requires. */
final class PatternCursor {
    static final int NOTHING = -1;

    private final String pattern;
    private int at;

    PatternCursor(String pattern) {
        this.pattern = pattern;
    }

    int offset() {
        return at;
    }

    void back(int offset) {
        at = offset;
    }

    boolean atEnd() {
        return at == pattern.length();
    }

    /** Returns the next code point, or {@link #NOTHING}. */
    int peek() {
        return atEnd() ? NOTHING : pattern.codePointAt(at);
    }

    /** Reads the next code point; {@link #NOTHING} at the end. */
    int next() {
        int c = peek();
        at += c == NOTHING ? 0 : Character.charCount(c);
        return c;
    }

    boolean looksAt(String text) {
        return pattern.startsWith(text, at);
    }

    /** Reads a text if it is next. */
    boolean take(String text) {
        boolean taken = looksAt(text);
        at += taken ? text.length() : 0;
        return taken;
    }

    /** Reads ASCII digits, maybe none. */
    String digits() {
        int from = at;
        while (!atEnd() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
            at++;
        }
        return pattern.substring(from, at);
    }

    /** Reads exactly this many hexadecimal digits. Returns {@link #NOTHING}, and reads nothing, if there are fewer. */
    int hex(int count) {
        if (pattern.length() - at < count) {
            return NOTHING;
        }
        int value = 0;
        for (int i = 0; i < count; i++) {
            int digit = hexDigit(pattern.charAt(at + i));
            if (digit < 0) {
                return NOTHING;
            }
            value = value << 4 | digit;
        }
        at += count;
        return value;
    }

    static int hexDigit(int c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    /** Returns the text read since an offset. */
    String since(int offset) {
        return pattern.substring(offset, at);
    }

    InvalidPatternException syntax(int offset, String construct) {
        return refused(InvalidPatternException.Kind.SYNTAX, offset, construct);
    }

    InvalidPatternException refused(InvalidPatternException.Kind kind, int offset, String construct) {
        return new InvalidPatternException(kind, pattern, construct, offset);
    }
}
