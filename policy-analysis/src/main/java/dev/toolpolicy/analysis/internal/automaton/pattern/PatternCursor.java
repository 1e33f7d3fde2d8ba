package dev.toolpolicy.analysis.internal.automaton.pattern;

/** A pattern and how far it was read; code point by code point, as the {@code u} flag demands. */
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

    /** The next code point, or {@link #NOTHING}. */
    int peek() {
        return atEnd() ? NOTHING : pattern.codePointAt(at);
    }

    /** Takes the next code point; {@link #NOTHING} at the end. */
    int next() {
        int c = peek();
        at += c == NOTHING ? 0 : Character.charCount(c);
        return c;
    }

    boolean looksAt(String text) {
        return pattern.startsWith(text, at);
    }

    /** Takes a text if it comes next. */
    boolean take(String text) {
        boolean taken = looksAt(text);
        at += taken ? text.length() : 0;
        return taken;
    }

    /** Takes ASCII digits, maybe none. */
    String digits() {
        int from = at;
        while (!atEnd() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
            at++;
        }
        return pattern.substring(from, at);
    }

    /** Takes exactly so many hexadecimal digits; {@link #NOTHING}, and nothing taken, if there aren't. */
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

    /** What was read from an offset on. */
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
