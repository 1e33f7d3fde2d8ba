package dev.toolpolicy.analysis.internal.shell.line;

import java.util.HashMap;
import java.util.Map;

/** The names of commands that the reader treats in a special way, each with its kind. */
final class CommandNames {
    /** No plain command has the name: it is syntax, or the command evaluates what no reader of the line sees. */
    static final int RESERVED = 1;

    /** The command evaluates subscripts in its arguments, or the variable in its value. */
    static final int EVALUATES = Evaluation.of(Evaluation.SUBSCRIPTS);

    /** The command computes numbers from its arguments. */
    static final int COMPUTES = Evaluation.of(Evaluation.COMPUTED);

    /** The variable is an integer, whose value a shell evaluates. No command has such a name. */
    static final int INTEGER = Evaluation.of(Evaluation.VALUE);

    /** The first argument, which has no character yet, must not be an option or unknown: those evaluate. */
    static final int EVALUATES_BY_OPTION = -8;

    /** The same, and the command computes numbers from further arguments if the first, a format, has directives for it. */
    static final int EVALUATES_VALUES = -9;

    /** The command runs commands that stand in its arguments or its input. */
    static final int RUNS = -4;

    /** The names, with {@code /} before those that count behind a path too. */
    static final WordTrie ALL = names();

    private CommandNames() {}

    private static WordTrie names() {
        Map<String, Integer> numbers = new HashMap<>();
        String runners = ". source at batch " + String.join(" ", Wrappers.NAMES);
        put(numbers, RUNS, runners + " /" + runners.replace(" ", " /"));
        put(numbers, RESERVED, String.join(" ", ReservedNames.ALL));
        put(numbers, EVALUATES, "unset export declare typeset local readonly kill set");
        put(numbers, COMPUTES, "[ test exit return shift break continue bye logout");
        // They set variables from data, evaluate arithmetic, or run words and what was typed before.
        put(
                numbers,
                RESERVED,
                "read readarray mapfile vared getln getopts let integer float private compgen complete history fc r"
                        + " emulate zstyle zformat zparseopts zregexparse zmodload sysread sysseek zsystem strftime");
        put(
                numbers,
                INTEGER,
                "RANDOM SRANDOM SECONDS OPTIND LINENO COLUMNS LINES HISTSIZE SAVEHIST HISTCMD SHLVL UID EUID GID EGID"
                    + " PPID ERRNO TTYIDLE KEYTIMEOUT LISTMAX BAUD DIRSTACKSIZE FUNCNEST MAILCHECK TMOUT LOGCHECK ARGC"
                    + " status TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT EPOCHSECONDS BASHPID BASH_SUBSHELL");
        put(numbers, EVALUATES_BY_OPTION, "print wait");
        put(numbers, EVALUATES_VALUES, "printf");
        return new WordTrie(numbers);
    }

    private static void put(Map<String, Integer> numbers, int kind, String names) {
        for (String name : names.split(" ")) {
            numbers.put(name, kind);
        }
    }
}
