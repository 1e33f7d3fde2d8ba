package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.automaton.pattern.TextSyntaxException;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.read.ValueSyntax;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.RuleSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The warnings about patterns of commands that allow too much, or stop too little. Stateless. */
final class CommandWarnings {
    /** Lines that can run every other command, the plainest first. */
    private static final List<String> RUNNING = List.of("sh script.sh", "bash script.sh", "python3 script.py", "make");

    private CommandWarnings() {}

    /** Finds the patterns of a rule that allows which allow every command. */
    static Optional<Diagnostic> runsAnything(int rule, Matcher matcher) {
        return find(
                rule,
                matcher,
                (patterns, pattern) -> reason(pattern).isPresent(),
                found -> WarningWords.runsAnything(
                        rule, found, reason(CommandPattern.of(found.get(0))).orElseThrow()));
    }

    /** Finds the patterns for which a test holds among all of a matcher. */
    private static Optional<Diagnostic> find(
            int rule,
            Matcher matcher,
            BiPredicate<List<CommandPattern>, CommandPattern> test,
            Function<List<String>, Diagnostic> words) {
        List<CommandPattern> patterns = patterns(matcher);
        List<String> found = patterns.stream()
                .filter(pattern -> test.test(patterns, pattern))
                .map(CommandPattern::written)
                .toList();
        return found.stream()
                .findFirst()
                .map(first -> words.apply(found)
                        .at(rule, Keyword.COMMANDS.word(), matcher.texts().indexOf(first)));
    }

    private static List<CommandPattern> patterns(Matcher matcher) {
        return matcher.kind() == Matcher.Kind.COMMANDS
                ? matcher.texts().stream().map(CommandPattern::of).toList()
                : List.of();
    }

    /** Returns how the commands that a pattern matches run any others; empty if they don't. */
    private static Optional<String> reason(CommandPattern pattern) {
        if (!pattern.rest() || !pattern.hasName()) {
            return Optional.empty();
        }
        List<PatternWord> arguments = pattern.words()
                .subList(pattern.assignments() + 1, pattern.words().size());
        boolean only = pattern.name().text().filter("docker"::equals).isPresent() && Runners.onlyShows(arguments);
        return only
                ? Optional.empty()
                : Runners.reason(pattern.name(), arguments.isEmpty())
                        .or(() -> pattern.name()
                                .text()
                                .filter(unused -> !arguments.isEmpty())
                                .flatMap(name -> Runners.reason(name, arguments.get(0))));
    }

    /** Returns whether a matcher of a string may hold for a line with further commands. */
    static boolean leavesTextOpen(Matcher matcher) {
        boolean isGlob = matcher.kind() == Matcher.Kind.GLOB && matcher.text().indexOf('*') >= 0;
        return isGlob || List.of("prefix", "pattern").contains(matcher.keyword());
    }

    /** Returns the pattern that allows what a prefix, or a glob that ends in its only {@code *}, allows. */
    static Optional<String> instead(Matcher matcher) {
        boolean isGlob = matcher.kind() == Matcher.Kind.GLOB && matcher.text().endsWith("*");
        return isGlob || matcher.kind() == Matcher.Kind.PREFIX
                ? instead(matcher.text().substring(0, matcher.text().length() - (isGlob ? 1 : 0)))
                : Optional.empty();
    }

    /** Returns the pattern that allows what starts with a text, if it is one that doesn't run anything. */
    private static Optional<String> instead(String prefix) {
        try {
            return Optional.of(CommandPattern.of(prefix.strip() + " *"))
                    .filter(each -> reason(each).isEmpty())
                    .map(CommandPattern::written);
        } catch (TextSyntaxException notAPattern) {
            return Optional.empty();
        }
    }

    /** Finds the patterns of a stricter rule in a list that lets commands run which can run all others. */
    static Optional<Diagnostic> stopsOnlyListed(int rule, Matcher matcher, List<RuleSpec> rules, ValueSyntax syntax) {
        List<PatternWord> stopped = rules.stream()
                .filter(each -> each.mode() != Mode.ALLOW)
                .flatMap(each -> each.conditions().stream())
                .flatMap(each -> each.matchers().stream())
                .flatMap(each -> patterns(each).stream())
                .filter(CommandPattern::hasName)
                .map(CommandPattern::name)
                .toList();
        return RUNNING.stream()
                .filter(line -> stopped.stream().noneMatch(name -> name.matches(line.split(" ")[0])))
                .findFirst()
                .map(line -> WarningWords.stopsOnlyListed(rule, matcher.texts().get(0), line, syntax)
                        .at(rule, Keyword.COMMANDS.word()));
    }

    /** Finds the patterns of a stricter rule that match a command only without arguments. */
    static Optional<Diagnostic> withoutArguments(int rule, Matcher matcher, ValueSyntax syntax) {
        return find(
                rule,
                matcher,
                (patterns, pattern) ->
                        isLiteral(pattern) && patterns.stream().noneMatch(each -> continues(each, pattern)),
                found -> WarningWords.withoutArguments(rule, found, syntax));
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
        return IntStream.range(0, words.size())
                .allMatch(
                        i -> words.get(i).matches(literal.words().get(i).text().orElseThrow()));
    }
}
