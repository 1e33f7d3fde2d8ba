package dev.toolpolicy.analysis.internal.shell.line;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The part of the plain reader that reads here-documents. It keeps what it remembers in an array. Stateless. */
final class HereDocument {
    /** The number of ints that it keeps in a state. */
    static final int SIZE = 2;

    static final List<String> DELIMITERS = List.of("EOF", "PY", "END");

    /**
     * 0 outside of here-documents. In a delimiter, 1 more than the node of {@link #ENDS}; behind it, below 0: twice its
     * number, and 1 less if it has no quotes.
     */
    private static final int DELIMITER = 0;
    /** 0 outside of the text; otherwise 1 more than the number of the delimiter's characters that were read. */
    private static final int TEXT = 1;
    /** In the text, the line is not the delimiter. */
    private static final int OTHER = -1;
    /** Behind the text, in a substitution: only its end may follow. */
    private static final int LAST = -2;

    private static final WordTrie ENDS = ends();

    private HereDocument() {}

    private static WordTrie ends() {
        Map<String, Integer> numbers = new HashMap<>();
        for (String delimiter : DELIMITERS) {
            numbers.put(delimiter, numbers.size() + 1);
        }
        return new WordTrie(numbers);
    }

    static void clear(int[] state, int at) {
        state[at + DELIMITER] = 0;
        state[at + TEXT] = 0;
    }

    /** Returns whether a delimiter has begun, and its text has not ended. */
    static boolean isAwaited(int[] state, int at) {
        return state[at + DELIMITER] != 0;
    }

    static boolean isInDelimiter(int[] state, int at) {
        return state[at + DELIMITER] > 0;
    }

    static boolean isInText(int[] state, int at) {
        return state[at + TEXT] != 0;
    }

    /** Returns whether the line is not plain if it ends here. */
    static boolean isOpen(int[] state, int at) {
        return isAwaited(state, at) && !(state[at + TEXT] > 0 && state[at + TEXT] == ended(state, at));
    }

    private static String delimiter(int[] state, int at) {
        return DELIMITERS.get(-state[at + DELIMITER] / 2 - 1);
    }

    /** Returns where the text is behind its delimiter. */
    private static int ended(int[] state, int at) {
        return 1 + delimiter(state, at).length();
    }

    static void begin(int[] state, int at) {
        state[at + DELIMITER] = 1 + WordTrie.ROOT;
    }

    /** Reads a character of the delimiter. Returns whether it may be one. */
    static boolean delimiter(int[] state, int at, int codePoint) {
        state[at + DELIMITER] = 1 + ENDS.next(state[at + DELIMITER] - 1, codePoint);
        return state[at + DELIMITER] != 0;
    }

    /** Ends the delimiter, which has no quotes if it is open. Returns whether it is one. */
    static boolean endDelimiter(int[] state, int at, boolean open) {
        int number = ENDS.value(state[at + DELIMITER] - 1);
        state[at + DELIMITER] = -2 * number - (open ? 1 : 0);
        return number != 0;
    }

    /** Ends a line, behind which the text begins. */
    static void endLine(int[] state, int at) {
        state[at + TEXT] = state[at + DELIMITER] < 0 ? 1 : 0;
    }

    /** Ends what comes behind the text in a substitution, with the substitution. Returns whether it does. */
    static boolean leave(int[] state, int at, int codePoint) {
        boolean leaves = state[at + TEXT] == LAST && codePoint == ')';
        state[at + TEXT] = leaves ? 0 : state[at + TEXT];
        return leaves;
    }

    /**
     * Reads a character of the text. Without quotes at the delimiter, the shell would expand some. In a substitution,
     * bash may end the text at a line that only begins with the delimiter, and may misread what follows the text.
     *
     * @return whether the line is still plain
     */
    static boolean text(int[] state, int at, int codePoint, boolean substituted) {
        int read = state[at + TEXT];
        if (read == LAST) {
            return codePoint == '\n' || CharacterKind.of(codePoint) == CharacterKind.BLANK;
        }
        int ended = ended(state, at);
        if (codePoint == '\n') {
            state[at + DELIMITER] = read == ended ? 0 : state[at + DELIMITER];
            state[at + TEXT] = read != ended ? 1 : substituted ? LAST : 0;
            return true;
        }
        boolean open = state[at + DELIMITER] % 2 != 0;
        boolean fits = read > 0 && read < ended && delimiter(state, at).charAt(read - 1) == codePoint;
        state[at + TEXT] = fits ? read + 1 : OTHER;
        return CharacterKind.of(codePoint) != CharacterKind.FORBIDDEN
                && !(open && "$`\\".indexOf(codePoint) >= 0)
                && !(substituted && read == ended);
    }
}
