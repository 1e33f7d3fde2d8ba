package dev.toolpolicy.analysis.internal.shell.line;

import java.util.Set;

/**
 * The kinds of words that shells evaluate: arguments of some commands, and values of variables. A subscript there runs
 * commands, and an assignment changes which programs run. A kind is one of {@link CommandNames} or here, and changes
 * from character to character. Stateless.
 */
final class Evaluation {
    /** The line is not plain. */
    static final int REFUSED = Integer.MIN_VALUE;

    /** The command evaluates nothing. */
    static final int ORDINARY = -2;

    /** Up to here, a kind is a way of evaluating, together with the state of {@link #NAMES}. */
    private static final int FIRST = -16;

    private static final int WAYS = 8;
    /** The beginnings of names that are refused: the variables hold words of the line, or the name of a folder. */
    private static final WordTrie NAMES = WordTrie.of(Set.of(
            "_ PWD OLDP DIRST dirst BASH_C BASH_E ZSH_E jobt jobd ~+ ~- ~0 ~1 ~2 ~3 ~4 ~5 ~6 ~7 ~8 ~9".split(" ")));

    /** The characters of names and formats that are told apart, but for small letters and signs that are kinds. */
    static final String CHARACTERS = "ABCDEFGHILOPRSTWXZ. ";

    /** A word in which subscripts are evaluated. */
    static final int SUBSCRIPTS = 0;
    /** A number that is computed, of which nothing but signs of a comparison was read. */
    static final int COMPUTED = 1;

    private static final int IN_COMPUTED = 2;
    /** The value of an integer. */
    static final int VALUE = 3;

    /** A format of {@code printf}, to which {@link #DIRECTIVE} and {@link #NUMBERS} may be added. */
    private static final int FORMAT = 4;

    /** Behind a percent sign. */
    private static final int DIRECTIVE = 1;
    /** The format may compute numbers from the arguments. */
    private static final int NUMBERS = 2;

    private Evaluation() {}

    /** Returns a way's kind at the beginning of a name. */
    static int of(int way) {
        return kind(way, WordTrie.ROOT);
    }

    /** Returns a way's kind in a name. The way is subtracted, so one that is greater by a number has a smaller kind. */
    private static int kind(int way, int node) {
        return FIRST - WAYS * (node - WordTrie.LOST) - way;
    }

    private static int way(int kind) {
        return kind > FIRST || kind == REFUSED ? -1 : (FIRST - kind) % WAYS;
    }

    /** Returns the kind behind an operation of the reader and its character. */
    static int step(Op op, int kind, int c) {
        return switch (op) {
            case BRACKET -> way(kind) >= 0 && way(kind) < FORMAT ? REFUSED : kind;
            case PATTERN -> way(kind) >= 0 ? REFUSED : kind;
            case VARIABLE -> named(way(kind) == COMPUTED ? of(IN_COMPUTED) : kind, c);
            default -> text(kind, c);
        };
    }

    /** Returns the kind behind a character of the word's text. */
    static int text(int kind, int c) {
        if (isFirst(kind)) {
            boolean isFormat = kind == CommandNames.EVALUATES_VALUES;
            return c == '-' ? REFUSED : isFormat ? text(of(FORMAT), c) : ORDINARY;
        }
        boolean isNoName =
                way(kind) >= FORMAT && CharacterKind.of(c).isNameStart(); // a format has no names but variables
        int named = named(kind, isNoName ? '%' : c);
        return switch (way(named)) {
            case -1, SUBSCRIPTS -> named;
            case COMPUTED -> c == '=' || c == '!' ? named : named - IN_COMPUTED + COMPUTED;
            case IN_COMPUTED, VALUE -> c == '=' ? REFUSED : named;
            default -> format(named, way(named), c);
        };
    }

    private static int named(int kind, int c) {
        if (way(kind) < 0) {
            return kind;
        }
        int node = NAMES.next((FIRST - kind) / WAYS + WordTrie.LOST, c);
        if (node == WordTrie.LOST && !CharacterKind.of(c).isNamePart()) {
            node = Math.max(NAMES.next(WordTrie.ROOT, c), WordTrie.ROOT);
        }
        return NAMES.value(node) == 0 ? kind(way(kind), node) : REFUSED;
    }

    private static int format(int kind, int way, int c) {
        if ((way & DIRECTIVE) == 0) {
            return c == '%' ? kind - DIRECTIVE : kind;
        } else if ("%sbqc".indexOf(c) >= 0) {
            return kind + DIRECTIVE;
        } else if ("diouxXeEfFgGaA".indexOf(c) >= 0) {
            return kind + DIRECTIVE - (NUMBERS & ~way);
        }
        return "-+ #'.0123456789hlLjzt".indexOf(c) >= 0 ? kind : REFUSED;
    }

    /** Returns the kind behind a part of the word that is unknown. */
    static int unknown(int kind) {
        int way = way(kind);
        boolean isRefused = way == VALUE || isFirst(kind);
        return isRefused ? REFUSED : way < 0 ? kind : of(way >= FORMAT ? way | NUMBERS : way);
    }

    private static boolean isFirst(int kind) {
        return kind == CommandNames.EVALUATES_BY_OPTION || kind == CommandNames.EVALUATES_VALUES;
    }

    /** Returns the kind behind the end of an argument. */
    static int endArgument(int kind) {
        int way = way(kind);
        return way < 0 ? kind : way == FORMAT ? ORDINARY : of(Math.min(way, COMPUTED));
    }
}
