package dev.toolpolicy.agents.importing.internal.rule;

/**
 * A regular expression of Rust or JavaScript in our dialect: needless escapes and inline flags are taken off, and a dot
 * is any character but a newline.
 *
 * @param regex the expression
 * @param ignoresCase whether case doesn't matter
 */
public record HostRegex(String regex, boolean ignoresCase) {
    private static final String ESCAPABLE = "^$\\.*+?()[]{}|/";

    /** Reads an expression of JavaScript. */
    public static HostRegex of(String written) {
        return of(written, false, "[^\\n]", "");
    }

    /** Reads an expression of JavaScript without its anchors, which finds it in any command of a line. */
    public static HostRegex unanchored(String written) {
        return of(written, false, "[^\\n]", "^$");
    }

    /** Reads an expression of JavaScript over the JSON of a text, whose newlines a dot matches. */
    public static HostRegex json(String written) {
        return of(written, false, "[^]", "");
    }

    /** Reads an expression of Rust, whose digits and word characters are those of Unicode. */
    public static HostRegex rust(String written) {
        return of(written, true, "[^\\n]", "");
    }

    private static HostRegex of(String written, boolean rust, String any, String dropped) {
        boolean ignoresCase = written.startsWith("(?i)");
        String body = ignoresCase ? written.substring(4) : written;
        StringBuilder regex = new StringBuilder();
        boolean inClass = false;
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            if (c == '\\' && i + 1 < body.length()) {
                char next = body.charAt(++i);
                if (rust && (next == 'd' || next == 'w')) {
                    String members = next == 'd' ? "\\p{Nd}" : "\\p{L}\\p{M}\\p{N}\\p{Pc}";
                    regex.append(inClass ? members : "[" + members + "]");
                } else {
                    escape(next, inClass, regex);
                }
            } else if (inClass) {
                inClass = c != ']';
                regex.append(c);
            } else if (c == '[') {
                inClass = true;
                regex.append(c);
            } else if (dropped.indexOf(c) < 0) {
                regex.append(c == '.' ? any : String.valueOf(c));
            }
        }
        return new HostRegex(regex.toString(), ignoresCase);
    }

    private static void escape(char c, boolean inClass, StringBuilder regex) {
        boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
        if (c == 'A' && !inClass) {
            regex.append('^');
        } else if ((c == 'z' || c == 'Z') && !inClass) {
            regex.append('$');
        } else if (letter || ESCAPABLE.indexOf(c) >= 0 || inClass && c == '-') {
            regex.append('\\').append(c);
        } else {
            regex.append(c);
        }
    }

    /** Returns the form that finds this expression in a line, or matches the whole line. */
    public Form form(boolean anchored) {
        return new Form.Line(regex, anchored, ignoresCase);
    }
}
