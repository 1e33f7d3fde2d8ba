package dev.toolpolicy.analysis.internal.shell.line;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The shells whose option {@code -c} is followed by a line, by name. */
public final class Shells {
    public static final Set<String> NAMES = Set.of("bash", "sh", "zsh", "dash");

    /** The words that surely mean one of them: its name alone, or behind a folder of the system. */
    public static final Set<String> TRUSTED = Stream.of("", "/bin/", "/usr/bin/", "/usr/local/bin/")
            .flatMap(place -> NAMES.stream().map(place::concat))
            .collect(Collectors.toUnmodifiableSet());

    private Shells() {}
}
