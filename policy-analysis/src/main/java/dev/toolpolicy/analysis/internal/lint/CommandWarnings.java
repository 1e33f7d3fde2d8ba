package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.InvalidCommandPatternException;
import dev.toolpolicy.analysis.internal.shell.pattern.RiskyCommands;
import dev.toolpolicy.rule.Matcher;
import java.util.List;
import java.util.Optional;

/** The warnings about patterns of commands that allow too much, or stop too little. Stateless. */
final class CommandWarnings {
    private CommandWarnings() {}

    /** Finds the patterns of a rule that allows which allow every command. */
    static Optional<Diagnostic> runsAnything(int rule, Matcher matcher) {
        if (!(matcher instanceof Matcher.Commands commands)) {
            return Optional.empty();
        }
        List<CommandPattern> patterns = CommandSet.of(commands.patterns()).patterns().stream()
                .filter(pattern -> RiskyCommands.reason(pattern).isPresent())
                .toList();
        return patterns.stream()
                .findFirst()
                .map(first -> WarningWords.runsAnything(
                                rule,
                                written(patterns),
                                RiskyCommands.reason(first).orElseThrow())
                        .at(rule, Keyword.COMMANDS.word(), index(commands, first)));
    }

    /** Finds the patterns of a stricter rule that match a command only without arguments. */
    static Optional<Diagnostic> withoutArguments(int rule, Matcher matcher, ValueSyntax syntax) {
        if (!(matcher instanceof Matcher.Commands commands)) {
            return Optional.empty();
        }
        List<CommandPattern> patterns = CommandSet.of(commands.patterns()).stoppingNothingWithArguments();
        return patterns.stream()
                .findFirst()
                .map(first -> WarningWords.withoutArguments(rule, written(patterns), syntax)
                        .at(rule, Keyword.COMMANDS.word(), index(commands, first)));
    }

    private static List<String> written(List<CommandPattern> patterns) {
        return patterns.stream().map(CommandPattern::toString).toList();
    }

    private static int index(Matcher.Commands commands, CommandPattern pattern) {
        return commands.patterns().stream().map(CommandPattern::of).toList().indexOf(pattern);
    }

    /** Returns the pattern that allows what starts with a text, if it is one that doesn't run anything. */
    static Optional<String> instead(String prefix) {
        try {
            CommandPattern pattern = CommandPattern.of(prefix.strip() + " *");
            return RiskyCommands.reason(pattern).isPresent() ? Optional.empty() : Optional.of(pattern.toString());
        } catch (InvalidCommandPatternException notAPattern) {
            return Optional.empty();
        }
    }
}
