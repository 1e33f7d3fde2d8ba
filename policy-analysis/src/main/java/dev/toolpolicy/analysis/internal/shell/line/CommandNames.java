package dev.toolpolicy.analysis.internal.shell.line;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The names of commands that the reader treats in a special way, each with its kind. */
final class CommandNames {
    /** No plain command has the name. */
    static final int RESERVED = 1;

    /** The command evaluates subscripts in its arguments, or the variable in its value. */
    static final int EVALUATES = -3;

    /** The command does so if its first argument, which has no character yet, is an option or unknown. */
    static final int EVALUATES_BY_OPTION = -5;

    /** The command does so in every argument but the first, which has no character yet, and there too by an option. */
    static final int EVALUATES_VALUES = -6;

    /** The command runs commands that stand in its arguments or its input. */
    static final int RUNS = -4;

    /** The names, with {@code /} before those that count behind a path too. */
    static final WordTrie ALL = names();

    private CommandNames() {}

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
}
