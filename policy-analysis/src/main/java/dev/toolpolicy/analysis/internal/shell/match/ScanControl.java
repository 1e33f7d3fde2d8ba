package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.line.WordTrie;
import dev.toolpolicy.analysis.internal.shell.line.Wrappers;

/**
 * The part of the scan that is the same for all patterns: it classifies each character of a text that may not be plain,
 * and says where a command may begin. It knows no quotes. Its state is kept in an array of the caller. Stateless.
 */
final class ScanControl {
    static final int SIZE = 4;

    /** The classes of characters, in the lower bits of the result of {@link #step}. */
    static final int CLASS = 3;

    static final int OTHER = 0;
    static final int MARK = 1;
    static final int BLANK = 2;
    static final int SEPARATOR = 3;

    /** The bit of the result that says that a command may begin behind the character. */
    static final int START = 4;
    /** The bit of the result that says that a command's last part may begin behind a slash. */
    static final int LAST_PART = 8;

    private static final int NODE = 0;
    private static final int PLACES = 1;
    private static final int OPTION = 2;
    private static final int BITS = 3;

    /** Nothing but blanks was read since a start. */
    private static final int FRESH = 1;
    /** The text since the last blank or separator began at a start. */
    private static final int RUN = 2;
    /** That text is a name; a name and a plus; a name and the start of a subscript, or all of it; an assignment. */
    private static final int NAME = 4;

    private static final int PLUS = 8;
    private static final int SUBSCRIPT = 16;
    private static final int SUBSCRIPTED = 32;
    private static final int ASSIGNED = 64;
    /** A command may begin behind every blank. */
    private static final int WILD = 128;
    /** An odd number of backslashes was read last. */
    private static final int ODD = 256;
    /** A {@code <} or {@code >} was read last. */
    private static final int ANGLE = 512;

    private static final int ASSIGNMENT = NAME | PLUS | SUBSCRIPT | SUBSCRIPTED | ASSIGNED;

    private static final ScanWords WORDS = ScanWords.INSTANCE;
    private static final WordTrie OPTIONS = WordTrie.of(Wrappers.OPTIONS);

    private ScanControl() {}

    /** Starts a scan, at a place where a command may begin. */
    static void start(int[] state, int at, boolean wild) {
        begin(state, at, wild ? WILD : 0);
    }

    /** Begins a run. What is only there to find the next start is left out where every blank is one. */
    private static void begin(int[] state, int at, int bits) {
        boolean wild = (bits & WILD) != 0;
        state[at + NODE] = ScanWords.ROOT;
        state[at + PLACES] = wild ? 0 : 1;
        state[at + OPTION] = WordTrie.LOST;
        state[at + BITS] = wild ? bits | RUN : bits | FRESH | RUN;
    }

    private static boolean isWild(int[] state, int at) {
        return (state[at + BITS] & WILD) != 0;
    }

    /**
     * Reads a character.
     *
     * @param forced true if the scan stays wild
     * @return the character's class and the bits {@link #START} and {@link #LAST_PART}
     */
    static int step(int[] state, int at, int c, boolean forced) {
        boolean odd = (state[at + BITS] & ODD) != 0;
        boolean angle = (state[at + BITS] & ANGLE) != 0;
        state[at + BITS] &= ~(ODD | ANGLE);
        switch (c) {
            case '\'', '"' -> {
                return mark(state, at);
            }
            case '\\' -> {
                state[at + BITS] |= odd ? 0 : ODD;
                return mark(state, at);
            }
            case '\n' -> {
                return odd ? mark(state, at) : separator(state, at, forced ? WILD : 0);
            }
            case ';', '|' -> {
                return separator(state, at, forced ? WILD : 0);
            }
            case '&' -> {
                if (angle) {
                    begin(state, at, state[at + BITS] & WILD);
                    return OTHER | START;
                }
                return separator(state, at, forced ? WILD : 0);
            }
            case '<', '>' -> {
                return separator(state, at, WILD | ANGLE);
            }
            case '(', ')', '{', '}', '`' -> {
                return separator(state, at, wildBehindWord(state, at));
            }
            case ' ', '\t' -> {
                return blank(state, at);
            }
            default -> {
                return c == '/' ? slash(state, at) : character(state, at, c);
            }
        }
    }

    private static int mark(int[] state, int at) {
        if (!isWild(state, at)) {
            state[at + PLACES] |= 1;
            state[at + BITS] |= FRESH | RUN;
        }
        return MARK | START;
    }

    private static int separator(int[] state, int at, int bits) {
        begin(state, at, bits);
        return SEPARATOR | START;
    }

    private static int wildBehindWord(int[] state, int at) {
        boolean wild = WORDS.isWrapper(state[at + NODE], state[at + PLACES]) || OPTIONS.value(state[at + OPTION]) != 0;
        return wild ? WILD : state[at + BITS] & WILD;
    }

    private static int blank(int[] state, int at) {
        int wild = wildBehindWord(state, at);
        boolean starts = wild != 0
                || (state[at + BITS] & (FRESH | ASSIGNED)) != 0
                || WORDS.isWord(state[at + NODE], state[at + PLACES]);
        if (starts) {
            begin(state, at, wild);
        } else {
            state[at + NODE] = ScanWords.ROOT;
            state[at + PLACES] = 0;
            state[at + BITS] = 0;
        }
        state[at + OPTION] = wild != 0 ? WordTrie.LOST : WordTrie.ROOT;
        return starts ? BLANK | START : BLANK;
    }

    private static int slash(int[] state, int at) {
        boolean run = (state[at + BITS] & RUN) != 0;
        if (!isWild(state, at)) {
            state[at + NODE] = ScanWords.ROOT;
            state[at + PLACES] = run ? 1 : 0;
            state[at + OPTION] = WordTrie.LOST;
            state[at + BITS] &= ~(FRESH | NAME | PLUS | SUBSCRIPTED);
        }
        return run ? OTHER | LAST_PART : OTHER;
    }

    private static int character(int[] state, int at, int c) {
        int bits = state[at + BITS];
        if ((bits & WILD) != 0) {
            return OTHER;
        }
        if ((bits & RUN) != 0) {
            int places = state[at + PLACES] << 1;
            int node = WORDS.since(WORDS.next(state[at + NODE], c), places);
            state[at + NODE] = node;
            state[at + PLACES] = WORDS.places(node, places);
            state[at + BITS] = bits & ~(FRESH | ASSIGNMENT) | assignment(bits, c);
        }
        state[at + OPTION] = OPTIONS.next(state[at + OPTION], c);
        return OTHER;
    }

    /** Returns the bits of an assignment behind one more character. */
    private static int assignment(int bits, int c) {
        boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
        boolean named = (bits & NAME) != 0;
        int next = bits & (SUBSCRIPT | ASSIGNED);
        if (letter && (bits & FRESH) != 0 || named && (letter || c >= '0' && c <= '9')) {
            next |= NAME;
        } else if (c == '+' && named) {
            next |= PLUS;
        } else if (c == '[' && named) {
            next |= SUBSCRIPT;
        } else if (c == ']' && (bits & SUBSCRIPT) != 0) {
            next |= SUBSCRIPTED;
        } else if (c == '=' && (bits & (NAME | PLUS | SUBSCRIPTED)) != 0) {
            next |= ASSIGNED;
        }
        return next;
    }
}
