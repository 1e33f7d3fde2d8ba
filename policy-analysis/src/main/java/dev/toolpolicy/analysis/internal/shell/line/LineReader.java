package dev.toolpolicy.analysis.internal.shell.line;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The plain reader of command lines: it takes one character after the other, and reports commands and words. What it
 * accepts means the same to bash, dash and zsh. It has a fixed number of states, kept in an array of the caller.
 * Immutable and thread-safe.
 *
 * @param events receives what is found
 * @param eventsAt the distance of the receiver's part of a state from the reader's
 */
public record LineReader(CommandEvents events, int eventsAt) {
    /** The number of ints that the reader keeps in a state. */
    public static final int SIZE = 7;

    /** The delimiters that here-documents can have. */
    public static final List<String> DELIMITERS = HereDocument.DELIMITERS;

    private static final int SYNTAX = 0;
    /** The node of {@link #NAMES} or {@link #REFUSED} in the name; then a kind, below or of {@link CommandNames}. */
    private static final int NAME = 1;
    /** 0 outside of files; otherwise 1 more than the number of characters of {@link #NULL_FILE} that were read. */
    private static final int FILE = 2;
    /** 1 if no argument can follow in the command. */
    private static final int CLOSED = 3;
    /** Where {@link HereDocument} has its part. */
    private static final int HERE = 4;
    /** 0 outside of substitutions; otherwise 1 more than the state of the syntax behind it. */
    private static final int OUTER = HERE + HereDocument.SIZE;

    /** The name has a character that names never have. */
    private static final int REFUSED = Evaluation.REFUSED;

    private static final int ORDINARY = Evaluation.ORDINARY;
    private static final WordTrie NAMES = CommandNames.ALL;
    private static final String NULL_FILE = "/dev/null";
    /** The file is not the start of {@link #NULL_FILE}. */
    private static final int COUNTS = NULL_FILE.length() + 2;

    private static final int UNKNOWN_FILE = COUNTS + 1;

    private static final LineTable TABLE = LineTable.INSTANCE;

    /** Returns sets of characters of which the reader treats all alike, if no small letter is among them. */
    public static List<CodePointSet> kinds() {
        List<CodePointSet> sets = new ArrayList<>(CharacterKind.sets());
        String told = Evaluation.CHARACTERS + String.join("", DELIMITERS);
        told.chars().distinct().forEach(c -> sets.add(CodePointSet.of(c)));
        return sets;
    }

    /** Starts a line. */
    public void start(int[] state, int at) {
        forget(state, at, 0);
    }

    private static void forget(int[] state, int at, int syntax) {
        state[at + SYNTAX] = syntax;
        reset(state, at);
        HereDocument.clear(state, at + HERE);
        state[at + OUTER] = 0;
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
        if (isOpen(state, at)) {
            return true;
        }
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

    /** Returns whether a substitution or a here-document has begun and not ended. */
    private static boolean isOpen(int[] state, int at) {
        return state[at + OUTER] != 0 || HereDocument.isOpen(state, at + HERE);
    }

    /** Reads one character, which is a scalar value. */
    public void step(int[] state, int at, int codePoint) {
        int here = at + HERE;
        if (HereDocument.isInText(state, here) && !HereDocument.leave(state, here, codePoint)) {
            if (!HereDocument.text(state, here, codePoint, state[at + OUTER] != 0)) {
                fail(state, at);
            }
            return;
        }
        int step = TABLE.step(state[at + SYNTAX], codePoint);
        boolean outside = state[at + OUTER] == 0 || HereDocument.isAwaited(state, here);
        if (TABLE.leaves(step) && outside) {
            fail(state, at);
            return;
        }
        take(state, at, step, codePoint);
        if (codePoint == '\n' && HereDocument.isAwaited(state, here) && !HereDocument.isInText(state, here)) {
            fail(state, at);
        }
    }

    /** Ends the line. Reports that it is not plain, or the end of the last command. */
    public void end(int[] state, int at) {
        if (isOpen(state, at)) {
            fail(state, at);
        } else {
            take(state, at, TABLE.end(state[at + SYNTAX]), -1);
        }
    }

    private void take(int[] state, int at, int step, int codePoint) {
        int outer = state[at + OUTER];
        int next = TABLE.next(step);
        for (Op op : TABLE.ops(step)) {
            if (!apply(op, state, at, codePoint)) {
                next = TABLE.failed();
                break;
            } else if (op == Op.ENTER) {
                state[at + OUTER] = next + 1;
                next = 0;
            } else if (op == Op.LEAVE) {
                state[at + OUTER] = 0;
                next = outer - 1;
            }
        }
        if (next == TABLE.failed()) {
            fail(state, at);
        }
        state[at + SYNTAX] = next;
    }

    private void fail(int[] state, int at) {
        if (state[at + SYNTAX] != TABLE.failed()) {
            forget(state, at, TABLE.failed());
            events.fail(state, at + eventsAt);
        }
    }

    /** Does one thing. Returns whether the line is still plain. */
    private boolean apply(Op op, int[] state, int at, int codePoint) {
        int to = at + eventsAt;
        switch (op) {
            case BEGIN_NAME -> beginName(state, at);
            case BEGIN_ARGUMENT -> {
                return beginArgument(state, at);
            }
            case BEGIN_OUTPUT, BEGIN_INPUT -> {
                return beginFile(state, at, op == Op.BEGIN_OUTPUT ? Target.OUTPUT : Target.INPUT);
            }
            case BEGIN_HERE, END_HERE, END_OPEN_HERE, END_LINE, ENTER, LEAVE, END_COMMAND -> {
                return nest(op, state, at);
            }
            case ASSIGN -> assign(state, at);
            case UNKNOWN -> {
                return unknown(state, at);
            }
            case BRACKET, PATTERN, HIDDEN, VARIABLE -> {
                state[at + NAME] = Evaluation.step(op, state[at + NAME], codePoint);
                return state[at + NAME] != REFUSED;
            }
            case END_NAME -> {
                return endName(state, at);
            }
            case END_ASSIGNMENT -> events.endAssignment(state, to);
            case END_ARGUMENT -> endArgument(state, at);
            case END_FILE -> {
                return endFile(state, at);
            }
            case CLOSE -> {
                close(state, at);
                return codePoint == '\n' || !HereDocument.isAwaited(state, at + HERE);
            }
            default -> {
                return text(state, at, op == Op.SELF ? codePoint : op.character);
            }
        }
        return true;
    }

    /** Does what belongs to here-documents, substitutions and whole commands. Returns whether the line is still plain. */
    private boolean nest(Op op, int[] state, int at) {
        int to = at + eventsAt;
        switch (op) {
            case BEGIN_HERE -> {
                return beginHere(state, at);
            }
            case END_LINE -> HereDocument.endLine(state, at + HERE);
            case END_COMMAND -> {
                reset(state, at);
                events.endCommand(state, to);
            }
            case ENTER -> {
                return enter(state, at);
            }
            case LEAVE -> {
                state[at + NAME] = ORDINARY;
                events.leave(state, to);
            }
            default -> {
                events.endFile(state, to);
                return HereDocument.endDelimiter(state, at + HERE, op == Op.END_OPEN_HERE);
            }
        }
        return true;
    }

    /** Begins a here-document, unless what gets it would run it or keep it for later. */
    private boolean beginHere(int[] state, int at) {
        if (HereDocument.isAwaited(state, at + HERE) || state[at + NAME] != ORDINARY) {
            return false;
        }
        HereDocument.begin(state, at + HERE);
        events.beginFile(state, at + eventsAt, Target.HERE);
        fileCounts(state, at);
        return true;
    }

    /** Enters a substitution, unless the command runs what is in its arguments. */
    private boolean enter(int[] state, int at) {
        if (state[at + OUTER] != 0 || state[at + NAME] != ORDINARY) {
            return false;
        }
        reset(state, at);
        events.enter(state, at + eventsAt);
        return true;
    }

    private void beginName(int[] state, int at) {
        state[at + NAME] = WordTrie.ROOT;
        events.beginName(state, at + eventsAt);
    }

    private boolean beginFile(int[] state, int at, Target target) {
        state[at + FILE] = 1;
        events.beginFile(state, at + eventsAt, target);
        return state[at + OUTER] == 0 || !HereDocument.isAwaited(state, at + HERE);
    }

    private void assign(int[] state, int at) {
        boolean isInteger = NAMES.value(state[at + NAME]) == CommandNames.INTEGER;
        state[at + NAME] = isInteger ? CommandNames.INTEGER : CommandNames.EVALUATES;
        events.assign(state, at + eventsAt);
    }

    private boolean beginArgument(int[] state, int at) {
        if (state[at + CLOSED] != 0) {
            return false;
        }
        events.beginArgument(state, at + eventsAt);
        return true;
    }

    private boolean text(int[] state, int at, int c) {
        int file = state[at + FILE];
        if (HereDocument.isInDelimiter(state, at + HERE)) {
            events.fileCharacter(state, at + eventsAt, c);
            return HereDocument.delimiter(state, at + HERE, c);
        } else if (file != 0) {
            fileText(state, at, c, file);
            return true;
        }
        int name = state[at + NAME];
        if (name >= WordTrie.LOST) {
            boolean refused = c == '=' || c == '<' || c == '>';
            state[at + NAME] = refused ? REFUSED : NAMES.next(c == '/' ? WordTrie.ROOT : name, c);
        } else {
            state[at + NAME] = Evaluation.text(name, c);
        }
        events.character(state, at + eventsAt, c);
        return name >= WordTrie.LOST || name == REFUSED || state[at + NAME] != REFUSED;
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

    /** Reads a part that is unknown. Returns whether the line is still plain. */
    private boolean unknown(int[] state, int at) {
        if (state[at + FILE] != 0) {
            if (state[at + FILE] < COUNTS) {
                fileCounts(state, at);
            }
            state[at + FILE] = UNKNOWN_FILE;
            events.unknownFile(state, at + eventsAt);
            return true;
        }
        state[at + NAME] = Evaluation.unknown(state[at + NAME]);
        events.unknown(state, at + eventsAt);
        return state[at + NAME] != REFUSED;
    }

    private boolean endName(int[] state, int at) {
        int name = state[at + NAME];
        if (isReserved(name)) {
            return false;
        }
        int number = NAMES.value(name);
        state[at + NAME] = number == 0 || number == CommandNames.INTEGER ? ORDINARY : number;
        events.endName(state, at + eventsAt);
        return true;
    }

    private static boolean isReserved(int name) {
        return name == REFUSED || name == WordTrie.ROOT || NAMES.value(name) == CommandNames.RESERVED;
    }

    private void endArgument(int[] state, int at) {
        state[at + NAME] = Evaluation.endArgument(state[at + NAME]);
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
