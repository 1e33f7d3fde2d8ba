package dev.toolpolicy.analysis.internal.read;

import dev.toolpolicy.analysis.internal.automaton.build.Language;
import dev.toolpolicy.analysis.internal.shell.match.CommandMachine;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.match.VectorMachine;
import dev.toolpolicy.analysis.internal.shell.match.Verdict;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The sets of command lines, and of argument vectors, that patterns of commands describe. Thread-safe.
 */
public final class CommandSets {
    private static final KeptSets<MatcherSets> KEPT = new KeptSets<>(32);

    private CommandSets() {}

    /** The task of the commands of a line. */
    private enum Reading {
        /** Each surely matches, as in rules that allow. */
        EVERY,
        /** One possibly matches, or a search finds one. */
        SOME,
        /** Each possibly matches. */
        ALL
    }

    /**
     * Compiles the sets of the lines of a matcher, so that they are kept for a while.
     *
     * @param patterns valid patterns
     * @throws dev.toolpolicy.analysis.internal.shell.match.CommandsTooLargeException if they are too large together
     */
    public static void compile(List<String> patterns, Mode mode) {
        of(patterns, mode, Optional.empty(), false);
    }

    /**
     * Returns the lines or vectors for which a condition on commands holds.
     *
     * @param match how many commands must match, if the condition says so
     * @param vector whether the values are argument vectors
     */
    static MatcherSets of(List<String> patterns, Mode mode, Optional<Match> match, boolean vector) {
        boolean all = match.filter(Match.ALL::equals).isPresent();
        Reading reading = mode == Mode.ALLOW ? Reading.EVERY : all ? Reading.ALL : Reading.SOME;
        return KEPT.of(List.of(patterns, reading, vector), () -> made(patterns, reading, vector));
    }

    private static MatcherSets made(List<String> patterns, Reading reading, boolean vector) {
        CommandSet set = CommandSet.of(patterns);
        if (vector) {
            VectorMachine machine = switch (reading) {
                case EVERY -> set.everyOfVector();
                case SOME -> set.someOfVector();
                case ALL -> set.allOfVector();
            };
            return sets(machine::vectors);
        }
        CommandMachine machine = switch (reading) {
            case EVERY -> set.every();
            case SOME -> set.some();
            case ALL -> set.all();
        };
        return sets(machine::lines);
    }

    private static MatcherSets sets(Function<Set<Verdict>, Language> language) {
        return new MatcherSets(
                new ValueSet.Matching(language.apply(Set.of(Verdict.TRUE))),
                new ValueSet.Matching(language.apply(Set.of(Verdict.TRUE, Verdict.UNKNOWN))));
    }
}
