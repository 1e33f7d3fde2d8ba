package dev.toolpolicy.runtime.internal.flow;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The texts that a user's own words name, in the order of the words. Stateless. */
final class NamedWords {
    private static final int LONGEST_SEQUENCE = 6;
    private static final String BEFORE = "([{<>\"'`“‘«";
    private static final String BEHIND = ".,;:!?)]}><\"'`”’»…";
    private static final String[] QUOTES = {"\"\"", "``", "“”"};

    private NamedWords() {}

    /** Returns what a message names: quoted texts, words, and sequences of two to six words of one line. */
    static Set<String> of(String message) {
        Set<String> named = new LinkedHashSet<>();
        int start = 0;
        for (int i = 0; i <= message.length(); i++) {
            if (i == message.length() || isLineEnd(message.charAt(i))) {
                line(message.substring(start, i), named);
                start = i + 1;
            }
        }
        return named;
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
    }

    private static void line(String line, Set<String> named) {
        List<String> words = words(line);
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

    /** Returns the runs of characters that aren't white space. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= line.length(); i++) {
            boolean inside = i < line.length() && !isWhiteSpace(line.charAt(i));
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                words.add(line.substring(start, i));
                start = -1;
            }
        }
        return words;
    }

    /** Returns whether a character has Unicode's property White_Space. All that have it are one unit long. */
    private static boolean isWhiteSpace(char c) {
        return c >= '\t' && c <= '\r'
                || c == ' '
                || c == '\u0085'
                || c == '\u00a0'
                || c == '\u1680'
                || c >= '\u2000' && c <= '\u200a'
                || c == '\u2028'
                || c == '\u2029'
                || c == '\u202f'
                || c == '\u205f'
                || c == '\u3000';
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
