package dev.toolpolicy;

/**
 * A matcher of whole tool names against the patterns that {@link ToolSelector} describes. Its time is at most the
 * product of both lengths.
 *
 * <p>After a mismatch, only the last {@code *} is extended, by one character. Earlier stars never need a second try:
 * the part between two stars was already found at its first possible place.
 */
final class NamePattern {
    private final String pattern;
    private final String name;
    private int at;

    private NamePattern(String pattern, String name) {
        this.pattern = pattern;
        this.name = name;
    }

    /** Throws if the pattern is not valid. */
    static void check(String pattern) {
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException("tool name pattern must not be empty");
        }
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == '[') {
                int close = closing(pattern, i);
                if (close < 0) {
                    throw new IllegalArgumentException("\"[\" is not closed in the pattern \"" + pattern + "\"");
                }
                checkRanges(pattern, pattern.charAt(i + 1) == '!' ? i + 2 : i + 1, close);
                i = close;
            }
        }
    }

    private static void checkRanges(String pattern, int start, int end) {
        for (int i = start; i + 2 < end; i++) {
            if (pattern.charAt(i + 1) == '-') {
                if (pattern.charAt(i) > pattern.charAt(i + 2)) {
                    throw new IllegalArgumentException("\"" + pattern.substring(i, i + 3) + "\" in the pattern \""
                            + pattern + "\" ends before it starts");
                }
                i += 2;
            }
        }
    }

    /** Returns the index of the closing bracket. A {@code ]} directly after the opening is an ordinary character. */
    private static int closing(String pattern, int open) {
        int first = open + 1;
        if (first < pattern.length() && pattern.charAt(first) == '!') {
            first++;
        }
        return pattern.indexOf(']', first + 1);
    }

    static boolean matches(String pattern, String name) {
        return new NamePattern(pattern, name).matches();
    }

    private boolean matches() {
        int position = 0;
        int afterStar = -1;
        int starEnd = 0;
        while (position < name.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                afterStar = ++at;
                starEnd = position;
            } else if (at < pattern.length() && takes(name.charAt(position))) {
                position++;
            } else if (afterStar >= 0) {
                at = afterStar;
                position = ++starEnd;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }

    /** Returns whether the pattern's next part matches a character, and moves past that part if so. */
    private boolean takes(char c) {
        char expected = pattern.charAt(at);
        if (expected == '[') {
            int end = closing(pattern, at);
            boolean taken = inBrackets(c, end);
            at = taken ? end + 1 : at;
            return taken;
        }
        boolean taken = expected == '?' || expected == c;
        at = taken ? at + 1 : at;
        return taken;
    }

    private boolean inBrackets(char c, int end) {
        boolean negated = pattern.charAt(at + 1) == '!';
        boolean found = false;
        for (int i = at + (negated ? 2 : 1); i < end; i++) {
            char low = pattern.charAt(i);
            if (i + 2 < end && pattern.charAt(i + 1) == '-') {
                i += 2;
                found |= low <= c && c <= pattern.charAt(i);
            } else {
                found |= low == c;
            }
        }
        return found != negated;
    }
}
