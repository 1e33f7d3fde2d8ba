package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import dev.toolpolicy.analysis.internal.shell.pattern.Wrappers;
import dev.toolpolicy.rule.Matcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The warnings about patterns of commands that allow too much, or stop too little. Stateless. */
final class CommandWarnings {
    /** Names of commands whose arguments name or define other commands, besides those that run them directly. */
    private static final Set<String> RUNNERS = Set.of(
            "source", ".", "alias", "hash", "enable", "export", "typeset", "declare", "set", "shopt", "find", "npx",
            "docker", "ssh", "make", "python", "python3", "node", "perl", "ruby", "awk", "sed");

    private CommandWarnings() {}

    /** Finds the patterns of a rule that allows which allow every command. */
    static Optional<Diagnostic> runsAnything(int rule, Matcher.Commands commands) {
        List<String> found = new ArrayList<>();
        int first = -1;
        for (int i = 0; i < commands.patterns().size(); i++) {
            CommandPattern pattern = CommandPattern.of(commands.patterns().get(i));
            if (pattern.rest() && pattern.hasName() && runsOthers(pattern.name())) {
                found.add(commands.patterns().get(i));
                first = first < 0 ? i : first;
            }
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(WarningWords.runsAnything(rule, found).at(rule, Keyword.COMMANDS.word(), first));
    }

    private static boolean runsOthers(PatternWord name) {
        String text = name.text().orElse("");
        String last = text.substring(text.lastIndexOf('/') + 1);
        return Wrappers.NAMES.contains(last) || RUNNERS.contains(last);
    }

    /** Finds the patterns of a stricter rule that match a command only without arguments. */
    static Optional<Diagnostic> withoutArguments(int rule, Matcher.Commands commands, ValueSyntax syntax) {
        List<CommandPattern> patterns =
                commands.patterns().stream().map(CommandPattern::of).toList();
        List<String> found = new ArrayList<>();
        int first = -1;
        for (int i = 0; i < patterns.size(); i++) {
            CommandPattern pattern = patterns.get(i);
            if (isLiteral(pattern) && patterns.stream().noneMatch(each -> continues(each, pattern))) {
                found.add(commands.patterns().get(i));
                first = first < 0 ? i : first;
            }
        }
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        WarningWords.withoutArguments(rule, found, syntax).at(rule, Keyword.COMMANDS.word(), first));
    }

    private static boolean isLiteral(CommandPattern pattern) {
        return pattern.hasName()
                && !pattern.rest()
                && pattern.words().stream().allMatch(word -> word.text().isPresent());
    }

    /** Returns whether a pattern matches the words of a literal one with any others behind them. */
    private static boolean continues(CommandPattern other, CommandPattern literal) {
        List<PatternWord> words = other.words();
        if (!other.rest() || words.size() > literal.words().size()) {
            return false;
        }
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).matches(literal.words().get(i).text().orElseThrow())) {
                return false;
            }
        }
        return true;
    }
}
