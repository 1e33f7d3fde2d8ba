package dev.toolpolicy.agents.importing.internal.rule;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Regular expressions in our dialect for texts with stars, and from those of other dialects. Stateless. */
public final class LineRegex {
    private static final String ANY = "[^]*";
    /** One command of a shell without operators, expansions and redirects. */
    public static final String PLAIN = "^([A-Za-z0-9_./,+@%:=^ -]|'[^'\\n\\r]*'|\"[^\"$`\\\\!\\n\\r]*\")*$";
    /** Every other line. */
    public static final String NOT_PLAIN = "^([A-Za-z0-9_./,+@%:=^ -]|'[^'\\n\\r]*'|\"[^\"$`\\\\!\\n\\r]*\")*"
            + "([^A-Za-z0-9_./,+@%:=^ '\"-]|'[^'\\n\\r]*([\\n\\r]|$)|\"[^\"$`\\\\!\\n\\r]*([$`\\\\!\\n\\r]|$))";
    /** A line that bash and PowerShell take apart alike. */
    static final String NO_QUOTES = "^[A-Za-z0-9_./,+:= ;&|-]*$";

    /** A line without redirects. */
    public static final String NO_REDIRECT = "^[^<>]*$";
    /** Words between single blanks. Quotes stand around whole words that no prefix of a rule can be. */
    public static final String TIDY = tidy("");
    /** The same without redirects. */
    public static final String TIDY_NO_REDIRECT = tidy("<>");

    private static String tidy(String without) {
        String quoted = "Q[^QN]*[^\\w./:@=,+%QN-][^QN]*Q".replace("N", "\\n");
        String word = "[^\\s'\"\\\\" + without + "]+|" + quoted.replace('Q', '\'') + "|" + quoted.replace('Q', '"');
        return "^(?:W)(?: (?:W))*$".replace("W", word);
    }

    private LineRegex() {}

    /** Returns whether a text is words between single blanks that a shell reads as they are written. */
    public static boolean isTidy(String text) {
        return Stream.of(text.split(" ", -1))
                .allMatch(word -> !word.isEmpty() && word.chars().allMatch(c -> CommandText.isSolid((char) c)));
    }

    /** Returns the expression for a text in which {@code *} is any characters; not anchored. */
    static String glob(String text) {
        return parts(PathGlobs.single(text, ' '))
                .map(part -> part.replace(" ", "\\s+"))
                .collect(Collectors.joining(ANY));
    }

    /**
     * Returns the anchored expression for a text in which {@code *} is any characters, and a blank is a blank.
     *
     * @param within whether a star takes no slash
     */
    static String raw(String text, boolean within) {
        return parts(text).collect(Collectors.joining(within ? "[^/]*" : ANY, "^", "$"));
    }

    /** Returns the literal parts between stars. */
    private static Stream<String> parts(String text) {
        return Stream.of(text.split("[*]", -1)).map(LineRegex::literal);
    }

    /** Returns a text as an expression that finds it. */
    public static String literal(String text) {
        return escaped(text, "^$\\.*+?()[]{}|/");
    }

    /** Returns a text with a backslash before each of some characters. */
    static String escaped(String text, String special) {
        StringBuilder escaped = new StringBuilder();
        for (char c : text.toCharArray()) {
            escaped.append(special.indexOf(c) >= 0 ? "\\" : "").append(c);
        }
        return escaped.toString();
    }
}
