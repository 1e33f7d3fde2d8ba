package dev.toolpolicy.config.importing.internal.form;

/** Regular expressions in our dialect for texts with stars, and from those of other dialects. Stateless. */
public final class LineRegex {
    private static final String SPECIAL = "^$\\.*+?()[]{}|/";
    /** One command of a shell without operators, expansions and redirects. */
    static final String PLAIN = "^([A-Za-z0-9_./,+@%:=^ -]|'[^'\\n\\r]*'|\"[^\"$`\\\\!\\n\\r]*\")*$";
    /** A line that bash and PowerShell take apart alike. */
    static final String NO_QUOTES = "^[A-Za-z0-9_./,+:= ;&|-]*$";

    private LineRegex() {}

    /** Returns the expression for a text in which {@code *} is any characters; not anchored. */
    static String glob(String text) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '*') {
                regex.append("[^]*");
            } else if (c == ' ') {
                regex.append("\\s+");
                while (i + 1 < text.length() && text.charAt(i + 1) == ' ') {
                    i++;
                }
            } else {
                regex.append(literal(c));
            }
        }
        return regex.toString();
    }

    /** Returns a text as an expression that finds it. */
    public static String literal(String text) {
        StringBuilder regex = new StringBuilder();
        for (char c : text.toCharArray()) {
            regex.append(literal(c));
        }
        return regex.toString();
    }

    private static String literal(char c) {
        return SPECIAL.indexOf(c) >= 0 ? "\\" + c : String.valueOf(c);
    }
}
