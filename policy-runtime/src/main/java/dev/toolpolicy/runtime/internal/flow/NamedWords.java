package dev.toolpolicy.runtime.internal.flow;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;

/** The texts that a user's own words name, in the order of the words. Stateless. */
final class NamedWords {
    private static final int LONGEST_SEQUENCE = 6;
    private static final String BEFORE = "([{<>\"'`“‘«";
    private static final String BEHIND = ".,;:!?)]}><\"'`”’»…";
    private static final String[] QUOTES = {"\"\"", "``", "“”"};

    private static final String LINE_ENDS = "\n\r\u0085\u2028\u2029";
    /** The characters with Unicode's property White_Space. All are one unit long. */
    private static final String WHITE_SPACE = " \t\n\u000b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005"
            + "\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";

    private NamedWords() {}

    /** Returns what a message names: quoted texts, words, and sequences of two to six words of one line. */
    static Set<String> of(String message) {
        Set<String> named = new LinkedHashSet<>();
        parts(message, LINE_ENDS).forEach(line -> line(line, named));
        return named;
    }

    /** Returns the runs of characters that aren't among some. */
    private static List<String> parts(String text, String between) {
        return Collections.list(new StringTokenizer(text, between)).stream()
                .map(Object::toString)
                .toList();
    }

    private static void line(String line, Set<String> named) {
        List<String> words = parts(line, WHITE_SPACE);
        if (words.isEmpty() || words.get(0).charAt(0) == '>') {
            return;
        }
        for (String quotes : QUOTES) {
            quoted(line, quotes.charAt(0), quotes.charAt(1), named);
        }
        for (int first = 0; first < words.size(); first++) {
            StringBuilder sequence = new StringBuilder();
            for (int last = first; last < Math.min(words.size(), first + LONGEST_SEQUENCE); last++) {
                sequence.append(last == first ? "" : " ").append(words.get(last));
                forms(sequence.toString(), named);
            }
        }
    }

    /** Adds what stands between each pair of quotes, from the left, without overlap. */
    private static void quoted(String line, char before, char behind, Set<String> named) {
        int open = line.indexOf(before);
        while (open >= 0) {
            int close = line.indexOf(behind, open + 1);
            if (close < 0) {
                return;
            }
            add(line.substring(open + 1, close), named);
            open = line.indexOf(before, close + 1);
        }
    }

    /** Adds words as they are, and without the marks at either end and at both. */
    private static void forms(String words, Set<String> named) {
        int start = 0;
        while (start < words.length() && BEFORE.indexOf(words.charAt(start)) >= 0) {
            start++;
        }
        int end = words.length();
        while (end > 0 && BEHIND.indexOf(words.charAt(end - 1)) >= 0) {
            end--;
        }
        add(words, named);
        add(words.substring(start), named);
        add(words.substring(0, end), named);
        add(words.substring(start, Math.max(start, end)), named);
    }

    /** Adds a piece that has a letter or a digit. */
    private static void add(String piece, Set<String> named) {
        if (piece.codePoints().anyMatch(Character::isLetterOrDigit)) {
            named.add(piece);
        }
    }
}
