package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.analysis.internal.shell.line.Wrappers;
import java.util.List;
import java.util.stream.Stream;

/** Starts of commands that patterns match. Stateless. */
public final class CommandStart {
    private static final String NOT_PLAIN = "*?[]{}'\"\\<>$`~";

    private CommandStart() {}

    /**
     * Returns the words with which each command begins that a pattern may match, so that patterns which differ in one of
     * them have no command in common; none if it may match a command within another.
     */
    public static List<String> words(String pattern) {
        return mayRun(pattern)
                ? List.of()
                : Stream.of(pattern.split(" "))
                        .takeWhile(word -> word.chars().noneMatch(c -> NOT_PLAIN.indexOf(c) >= 0))
                        .toList();
    }

    /** Returns whether a pattern may match a command that a host's rules for its name don't see. */
    public static boolean mayRun(String pattern) {
        String program = pattern.split(" ")[0];
        return program.chars().anyMatch(c -> "/*'\"\\".indexOf(c) >= 0)
                || program.equals("find")
                || Wrappers.NAMES.contains(program);
    }
}
