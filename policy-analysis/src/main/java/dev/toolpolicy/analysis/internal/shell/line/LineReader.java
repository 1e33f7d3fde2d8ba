package dev.toolpolicy.analysis.internal.shell.line;

import dev.toolpolicy.analysis.internal.automaton.pattern.CodePointSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The plain reader of command lines: it takes one character after the other, and reports commands and words. What it
 * accepts means the same to bash, dash and zsh. It has a fixed number of states, kept in an array of the caller.
 * Immutable and thread-safe.
 */
public final class LineReader {
    /** The number of ints that the reader keeps in a state. */
    public static final int SIZE = 7;

    /** The delimiters that here-documents can have. */
    public static final List<String> DELIMITERS = List.of("EOF", "PY", "END");

    private static final int SYNTAX = 0;
    /** While the name is read, the node of {@link #NAMES} or {@link #REFUSED}; then one of the kinds below. */
    private static final int NAME = 1;
    /** 0 outside of files; otherwise 1 more than the number of characters of {@link #NULL_FILE} that were read. */
    private static final int FILE = 2;
    /** 1 if no argument can follow in the command. */
    private static final int CLOSED = 3;
    /**
     * 0 outside of here-documents. In a delimiter, 1 more than the node of {@link #ENDS}; behind it, below 0: twice its
     * number, and 1 less if it has no quotes.
     */
    private static final int HERE = 4;
    /** 0 outside of the text of a here-document; otherwise 1 more than the number of the delimiter's characters read. */
    private static final int BODY = 5;
    /** In that text, the line is not the delimiter. */
    private static final int OTHER = -1;
    /** Behind the text, in a substitution: only its end may follow. */
    private static final int LAST = -2;
    /** 0 outside of substitutions; otherwise 1 more than the state of the syntax behind it. */
    private static final int OUTER = 6;

    /** The name has a character that names never have. */
    private static final int REFUSED = Integer.MIN_VALUE;

    private static final int RESERVED = 1;
    private static final int ORDINARY = -2;
    /** The command evaluates subscripts in its arguments, or the variable in its value. */
    private static final int EVALUATES = -3;
    /** The command runs commands that stand in its arguments or its input. */
    private static final int RUNS = -4;
    /** The command does so if its first argument, which has no character yet, is an option or unknown. */
    private static final int EVALUATES_BY_OPTION = -5;
    /** The command does so in every argument but the first, which has no character yet, and there too by an option. */
    private static final int EVALUATES_VALUES = -6;
    /** The first argument of such a command has begun, and is not an option. */
    private static final int OPERAND = -7;

    private static final int FORMAT = -8;

    private static final WordTrie NAMES = names();
    private static final WordTrie ENDS = ends();
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
        Set<String> runners = new HashSet<>(Wrappers.NAMES);
        runners.addAll(List.of(".", "source", "at", "batch"));
        for (String name : runners) {
            numbers.put(name, RUNS);
            numbers.put('/' + name, RUNS);
        }
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

    private static WordTrie ends() {
        Map<String, Integer> numbers = new HashMap<>();
        for (String delimiter : DELIMITERS) {
            numbers.put(delimiter, numbers.size() + 1);
        }
        return new WordTrie(numbers);
    }

    /** Returns sets of characters of which the reader treats all alike, if no small letter is among them. */
    public static List<CodePointSet> kinds() {
        return CharacterKind.sets();
    }

    /** Starts a line. */
    public void start(int[] state, int at) {
        forget(state, at, 0);
    }

    private static void forget(int[] state, int at, int syntax) {
        state[at + SYNTAX] = syntax;
        reset(state, at);
        state[at + HERE] = 0;
        state[at + BODY] = 0;
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
        boolean ended = state[at + BODY] > 0 && state[at + BODY] == ended(state, at);
        return state[at + OUTER] != 0 || state[at + HERE] != 0 && !ended;
    }

    /** Returns where the text of a here-document is behind its delimiter. */
    private static int ended(int[] state, int at) {
        return 1 + DELIMITERS.get(-state[at + HERE] / 2 - 1).length();
    }

    /** Reads one character, which is a scalar value. */
    public void step(int[] state, int at, int codePoint) {
        if (state[at + BODY] == LAST && codePoint == ')') {
            state[at + BODY] = 0;
        } else if (state[at + BODY] != 0) {
            body(state, at, codePoint);
            return;
        }
        int step = TABLE.step(state[at + SYNTAX], codePoint);
        boolean leaves = TABLE.leaves(step);
        if (leaves && (state[at + OUTER] == 0 || state[at + HERE] != 0)) {
            fail(state, at);
            return;
        }
        take(state, at, step, codePoint);
        if (codePoint == '\n' && state[at + HERE] != 0 && state[at + BODY] == 0) {
            fail(state, at);
        }
    }

    /**
     * Reads a character of a here-document's text. Without quotes at the delimiter, the shell would expand some. In a
     * substitution, bash may end the text at a line that only begins with the delimiter, and may misread what follows.
     */
    private void body(int[] state, int at, int codePoint) {
        boolean open = state[at + HERE] % 2 != 0;
        int read = state[at + BODY];
        if (read == LAST) {
            if (CharacterKind.of(codePoint) != CharacterKind.BLANK && codePoint != '\n') {
                fail(state, at);
            }
            return;
        }
        int ended = ended(state, at);
        if (codePoint == '\n') {
            state[at + HERE] = read == ended ? 0 : state[at + HERE];
            state[at + BODY] = read != ended ? 1 : state[at + OUTER] == 0 ? 0 : LAST;
        } else if (CharacterKind.of(codePoint) == CharacterKind.FORBIDDEN
                || open && "$`\\".indexOf(codePoint) >= 0
                || read == ended && state[at + OUTER] != 0) {
            fail(state, at);
        } else {
            String delimiter = DELIMITERS.get(-state[at + HERE] / 2 - 1);
            boolean fits = read > 0 && read < ended && delimiter.charAt(read - 1) == codePoint;
            state[at + BODY] = fits ? read + 1 : OTHER;
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
            case BEGIN_NAME -> {
                state[at + NAME] = WordTrie.ROOT;
                events.beginName(state, to);
            }
            case BEGIN_ARGUMENT -> {
                return beginArgument(state, at);
            }
            case BEGIN_OUTPUT, BEGIN_INPUT -> {
                state[at + FILE] = 1;
                events.beginFile(state, to, op == Op.BEGIN_OUTPUT ? Target.OUTPUT : Target.INPUT);
                return state[at + HERE] == 0 || state[at + OUTER] == 0;
            }
            case BEGIN_HERE -> {
                return beginHere(state, at);
            }
            case END_HERE, END_OPEN_HERE -> {
                return endHere(state, at, op == Op.END_OPEN_HERE);
            }
            case ENTER -> {
                return enter(state, at);
            }
            case END_LINE -> state[at + BODY] = state[at + HERE] < 0 ? 1 : 0;
            case LEAVE -> {
                state[at + NAME] = ORDINARY;
                events.leave(state, to);
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
                if (state[at + HERE] != 0 && codePoint != '\n') {
                    return false;
                }
                reset(state, at);
                events.endCommand(state, to);
            }
            default -> {
                return text(state, at, op == Op.SELF ? codePoint : op.character);
            }
        }
        return true;
    }

    /** Begins a here-document, unless what gets it would run it or keep it for later. */
    private boolean beginHere(int[] state, int at) {
        if (state[at + HERE] != 0 || state[at + NAME] != ORDINARY) {
            return false;
        }
        state[at + HERE] = 1 + WordTrie.ROOT;
        events.beginFile(state, at + eventsAt, Target.HERE);
        fileCounts(state, at);
        return true;
    }

    private boolean endHere(int[] state, int at, boolean open) {
        int number = ENDS.value(state[at + HERE] - 1);
        state[at + HERE] = -2 * number - (open ? 1 : 0);
        events.endFile(state, at + eventsAt);
        return number != 0;
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

    private boolean beginArgument(int[] state, int at) {
        if (state[at + CLOSED] != 0) {
            return false;
        }
        events.beginArgument(state, at + eventsAt);
        return true;
    }

    private boolean text(int[] state, int at, int c) {
        int file = state[at + FILE];
        if (state[at + HERE] > 0) {
            state[at + HERE] = 1 + ENDS.next(state[at + HERE] - 1, c);
            events.fileCharacter(state, at + eventsAt, c);
            return state[at + HERE] != 0;
        } else if (file != 0) {
            fileText(state, at, c, file);
            return true;
        }
        int name = state[at + NAME];
        if (name >= WordTrie.LOST) {
            boolean refused = c == '=' || c == '<' || c == '>';
            state[at + NAME] = refused ? REFUSED : NAMES.next(c == '/' ? WordTrie.ROOT : name, c);
        } else if (name == EVALUATES_BY_OPTION || name == EVALUATES_VALUES) {
            int first = name == EVALUATES_VALUES ? FORMAT : OPERAND;
            state[at + NAME] = c == '-' ? EVALUATES : first;
        }
        events.character(state, at + eventsAt, c);
        return true;
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
