package dev.toolpolicy.analysis.internal.shell.line;

/**
 * The kinds of words that shells evaluate: arguments of some commands, and values of variables. A subscript there runs
 * commands. A kind is one of {@link CommandNames} or here, and changes from character to character. Stateless.
 */
final class Evaluation {
    /** The line is not plain. */
    static final int REFUSED = Integer.MIN_VALUE;

    /** The command evaluates nothing. */
    static final int ORDINARY = -2;

    /** The command evaluates, and the word so far ends in a part of a variable's name. */
    private static final int BEHIND_NAME = -5;
    /** The first argument of a command that evaluates by an option has begun, and is not an option. */
    private static final int OPERAND = -10;

    private static final int FORMAT = -11;

    private Evaluation() {}

    /** Returns whether the word that is being read is evaluated. */
    static boolean isOf(int kind) {
        return kind == CommandNames.EVALUATES || kind == BEHIND_NAME || kind == CommandNames.INTEGER;
    }

    /** Returns the kind after a character. The variable {@code _} would be the last word of the command before. */
    static int text(int kind, int c) {
        if (kind == CommandNames.EVALUATES_BY_OPTION || kind == CommandNames.EVALUATES_VALUES) {
            int first = kind == CommandNames.EVALUATES_VALUES ? FORMAT : OPERAND;
            return c == '-' ? REFUSED : first;
        } else if (!isOf(kind)) {
            return kind;
        } else if (c == '_' && kind != BEHIND_NAME) {
            return REFUSED;
        }
        boolean isPart = CharacterKind.of(c).isNamePart();
        return kind == CommandNames.INTEGER ? kind : isPart ? BEHIND_NAME : CommandNames.EVALUATES;
    }

    /** Returns the kind after a part of the word that is unknown. */
    static int unknown(int kind) {
        return switch (kind) {
            case BEHIND_NAME, OPERAND, FORMAT -> CommandNames.EVALUATES;
            case CommandNames.INTEGER, CommandNames.EVALUATES_BY_OPTION, CommandNames.EVALUATES_VALUES -> REFUSED;
            default -> kind;
        };
    }

    /** Returns the kind after the end of an argument. */
    static int endArgument(int kind) {
        return switch (kind) {
            case BEHIND_NAME, CommandNames.EVALUATES_VALUES, FORMAT -> CommandNames.EVALUATES;
            case CommandNames.EVALUATES_BY_OPTION, OPERAND -> ORDINARY;
            default -> kind;
        };
    }
}
