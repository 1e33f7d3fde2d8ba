package dev.toolpolicy.analysis.internal.shell.line;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The plain reader of command lines: it takes one character after the other, and reports commands and words. What it
 * accepts means the same to bash, dash and zsh. It has a fixed number of states, kept in an array of the caller.
 * Immutable and thread-safe.
 */
public final class LineReader {
    /** The number of ints that the reader keeps in a state. */
    public static final int SIZE = 4;

    private static final int SYNTAX = 0;
    /** While the name is read, the node of {@link #NAMES} or {@link #REFUSED}; then one of the kinds below. */
    private static final int NAME = 1;
    /** 0 outside of files; otherwise 1 more than the number of characters of {@link #NULL_FILE} that were read. */
    private static final int FILE = 2;
    /** 1 if no argument can follow in the command. */
    private static final int CLOSED = 3;

    /** The name has a character that names never have. */
    private static final int REFUSED = Integer.MIN_VALUE;

    private static final int RESERVED = 1;
    private static final int ORDINARY = -2;
    /** The command evaluates subscripts in its arguments, or the variable in its value. */
    private static final int EVALUATES = -3;
    /** The command does so if its first argument, which has no character yet, is an option or unknown. */
    private static final int EVALUATES_BY_OPTION = -4;
    /** The command does so in every argument but the first, which has no character yet, and there too by an option. */
    private static final int EVALUATES_VALUES = -5;
    /** The first argument of such a command has begun, and is not an option. */
    private static final int OPERAND = -6;

    private static final int FORMAT = -7;

    private static final WordTrie NAMES = names();
    private static final String NULL_FILE = "/dev/null";
    /** The file is not the start of {@link #NULL_FILE}. */
    private static final int COUNTS = NULL_FILE.length() + 2;

    private static final int UNKNOWN_FILE = COUNTS + 1;

    private static final LineTable TABLE = LineTable.INSTANCE;

    private final CommandEvents events;
    private final int eventsAt;

    /**
     * Creates a reader.
     *
     * @param events receives what is found
     * @param eventsAt the distance of the receiver's part of a state from the reader's
     */
    public LineReader(CommandEvents events, int eventsAt) {
        this.events = events;
        this.eventsAt = eventsAt;
    }

    private static WordTrie names() {
        Map<String, Integer> numbers = new HashMap<>();
        for (String name : ReservedNames.ALL) {
            numbers.put(name, RESERVED);
        }
        String evaluating =
                "[ test read unset export declare typeset local readonly integer float let getopts wait mapfile"
                        + " readarray vared kill set exit return shift break continue bye logout getln private"
                        + " zformat zparseopts zregexparse zstyle";
        for (String name : evaluating.split(" ")) {
            numbers.put(name, EVALUATES);
        }
        numbers.put("print", EVALUATES_BY_OPTION);
        numbers.put("printf", EVALUATES_VALUES);
        return new WordTrie(numbers);
    }

    /** Returns sets of characters of which the reader treats all alike, if no small letter is among them. */
    public static List<CodePointSet> kinds() {
        return CharacterKind.sets();
    }

    /** Starts a line. */
    public void start(int[] state, int at) {
        state[at + SYNTAX] = 0;
        reset(state, at);
    }

    private static void reset(int[] state, int at) {
        state[at + NAME] = 0;
        state[at + FILE] = 0;
        state[at + CLOSED] = 0;
    }

    /**
     * Returns how many characters of the command that is being read were read and not reported yet, if each character
     * of a word counts one, the end of a word that isn't the last one, and an unknown word one.
     */
    public static int pending(int[] state, int at) {
        return LineProgress.INSTANCE.own(state[at + SYNTAX]);
    }

    /** Returns how many characters of the next command were read and not reported yet, and of what stands before it. */
    public static int pendingNext(int[] state, int at) {
        return LineProgress.INSTANCE.next(state[at + SYNTAX]);
    }

    /** Returns whether no command is being read, and the line may become plain without a further one. */
    public static boolean mayEnd(int[] state, int at) {
        return LineProgress.INSTANCE.mayEnd(state[at + SYNTAX]);
    }

    /** Returns whether the line is not plain if it ends here. */
    public static boolean failsAtEnd(int[] state, int at) {
        int step = TABLE.end(state[at + SYNTAX]);
        boolean fails = TABLE.next(step) == TABLE.failed();
        for (Op op : TABLE.ops(step)) {
            fails |= switch (op) {
                case BEGIN_ARGUMENT -> state[at + CLOSED] != 0;
                case END_NAME -> isReserved(state[at + NAME]);
                case END_FILE -> state[at + FILE] == 1;
                default -> false;
            };
        }
        return fails;
    }

    /** Reads one character, which is a scalar value. */
    public void step(int[] state, int at, int codePoint) {
        take(state, at, TABLE.step(state[at + SYNTAX], codePoint), codePoint);
    }

    /** Ends the line. Reports that it is not plain, or the end of the last command. */
    public void end(int[] state, int at) {
        take(state, at, TABLE.end(state[at + SYNTAX]), -1);
    }

    private void take(int[] state, int at, int step, int codePoint) {
        int next = TABLE.next(step);
        for (Op op : TABLE.ops(step)) {
            if (!apply(op, state, at, codePoint)) {
                next = TABLE.failed();
                break;
            }
        }
        boolean fails = next == TABLE.failed() && state[at + SYNTAX] != next;
        state[at + SYNTAX] = next;
        if (fails) {
            reset(state, at);
            events.fail(state, at + eventsAt);
        }
    }

    /** Does one thing. Returns whether the line is still plain. */
    private boolean apply(Op op, int[] state, int at, int codePoint) {
        int to = at + eventsAt;
        switch (op) {
            case BEGIN_NAME -> {
                state[at + NAME] = WordTrie.ROOT;
                events.beginName(state, to);
            }
            case BEGIN_ARGUMENT -> {
                return beginArgument(state, at);
            }
            case BEGIN_OUTPUT, BEGIN_INPUT -> {
                state[at + FILE] = 1;
                events.beginFile(state, to, op == Op.BEGIN_OUTPUT);
            }
            case ASSIGN -> {
                state[at + NAME] = EVALUATES;
                events.assign(state, to);
            }
            case UNKNOWN -> unknown(state, at);
            case BRACKET -> {
                return state[at + NAME] != EVALUATES;
            }
            case END_NAME -> {
                return endName(state, at);
            }
            case END_ASSIGNMENT -> events.endAssignment(state, to);
            case END_ARGUMENT -> endArgument(state, at);
            case END_FILE -> {
                return endFile(state, at);
            }
            case CLOSE -> close(state, at);
            case END_COMMAND -> {
                reset(state, at);
                events.endCommand(state, to);
            }
            default -> text(state, at, op == Op.SELF ? codePoint : op.character);
        }
        return true;
    }

    private boolean beginArgument(int[] state, int at) {
        if (state[at + CLOSED] != 0) {
            return false;
        }
        events.beginArgument(state, at + eventsAt);
        return true;
    }

    private void text(int[] state, int at, int c) {
        int file = state[at + FILE];
        if (file != 0) {
            fileText(state, at, c, file);
            return;
        }
        int name = state[at + NAME];
        if (name >= WordTrie.LOST) {
            boolean refused = c == '=' || c == '<' || c == '>';
            state[at + NAME] = refused ? REFUSED : NAMES.next(name, c);
        } else if (name == EVALUATES_BY_OPTION || name == EVALUATES_VALUES) {
            int first = name == EVALUATES_VALUES ? FORMAT : OPERAND;
            state[at + NAME] = c == '-' ? EVALUATES : first;
        }
        events.character(state, at + eventsAt, c);
    }

    private void fileText(int[] state, int at, int c, int file) {
        if (file < COUNTS) {
            boolean starts = file <= NULL_FILE.length() && NULL_FILE.charAt(file - 1) == c;
            state[at + FILE] = starts ? file + 1 : COUNTS;
            if (!starts) {
                fileCounts(state, at);
            }
        }
        events.fileCharacter(state, at + eventsAt, c);
    }

    private void fileCounts(int[] state, int at) {
        close(state, at);
        events.fileCounts(state, at + eventsAt);
    }

    private void unknown(int[] state, int at) {
        if (state[at + FILE] != 0) {
            if (state[at + FILE] < COUNTS) {
                fileCounts(state, at);
            }
            state[at + FILE] = UNKNOWN_FILE;
            events.unknownFile(state, at + eventsAt);
            return;
        }
        if (state[at + NAME] <= EVALUATES_BY_OPTION) {
            state[at + NAME] = EVALUATES;
        }
        events.unknown(state, at + eventsAt);
    }

    private boolean endName(int[] state, int at) {
        int name = state[at + NAME];
        if (isReserved(name)) {
            return false;
        }
        int number = NAMES.value(name);
        state[at + NAME] = number == 0 ? ORDINARY : number;
        events.endName(state, at + eventsAt);
        return true;
    }

    private static boolean isReserved(int name) {
        return name == REFUSED || name == WordTrie.ROOT || NAMES.value(name) == RESERVED;
    }

    private void endArgument(int[] state, int at) {
        int name = state[at + NAME];
        if (name <= EVALUATES_BY_OPTION) {
            state[at + NAME] = name == EVALUATES_VALUES || name == FORMAT ? EVALUATES : ORDINARY;
        }
        events.endArgument(state, at + eventsAt);
    }

    private boolean endFile(int[] state, int at) {
        int file = state[at + FILE];
        state[at + FILE] = 0;
        if (file == 1) {
            return false;
        } else if (file == NULL_FILE.length() + 1) {
            events.dropFile(state, at + eventsAt);
            return true;
        } else if (file < COUNTS) {
            fileCounts(state, at);
        }
        events.endFile(state, at + eventsAt);
        return true;
    }

    private void close(int[] state, int at) {
        state[at + CLOSED] = 1;
        events.close(state, at + eventsAt);
    }
}
