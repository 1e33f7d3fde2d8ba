package dev.toolpolicy.analysis.internal.lint;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.read.Keyword;
import dev.toolpolicy.analysis.internal.shell.match.CommandSet;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.schema.ParameterType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** The warnings about patterns of commands without which a rule would match the same calls. */
final class UnusedPatterns {
    private final List<String> written;
    private final List<CommandPattern> patterns;
    private final CommandSet set;
    /** True if lines that can't be read are searched for the patterns. */
    private final boolean isSearched;

    private final boolean isLine;

    private UnusedPatterns(Matcher commands, Place place) {
        written = commands.texts();
        patterns = written.stream().map(CommandPattern::of).toList();
        set = new CommandSet(patterns);
        isSearched =
                place.rule().mode() != Mode.ALLOW && place.condition().match().orElse(Match.ANY) == Match.ANY;
        isLine = place.is(ParameterType.Kind.STRING);
    }

    /** Finds the patterns of a matcher that do nothing. */
    static List<Diagnostic> find(Place place, Matcher matcher) {
        return matcher.kind() == Matcher.Kind.COMMANDS
                ? new UnusedPatterns(matcher, place).find(place.index())
                : List.of();
    }

    private List<Diagnostic> find(int rule) {
        List<Diagnostic> found = new ArrayList<>();
        Set<CommandPattern> unmatchable = isLine && !isSearched ? new HashSet<>(set.unmatchable()) : Set.of();
        Map<Integer, Integer> covered = covered(unmatchable);
        if (!covered.isEmpty()) {
            Map.Entry<Integer, Integer> first = covered.entrySet().iterator().next();
            List<String> names = covered.keySet().stream().map(written::get).toList();
            found.add(WarningWords.covered(rule, names, written.get(first.getValue()))
                    .at(rule, Keyword.COMMANDS.word(), first.getKey()));
        }
        List<Integer> never = IntStream.range(0, patterns.size())
                .filter(i -> unmatchable.contains(patterns.get(i)) && !covered.containsKey(i))
                .boxed()
                .toList();
        if (!never.isEmpty()) {
            List<String> names = never.stream().map(written::get).toList();
            found.add(WarningWords.unmatchable(rule, names).at(rule, Keyword.COMMANDS.word(), never.get(0)));
        }
        return found;
    }

    /** Returns the index of each pattern that does nothing beside another, with the index of that. */
    private Map<Integer, Integer> covered(Set<CommandPattern> unmatchable) {
        Map<CommandPattern, CommandPattern> covers = set.covered(isSearched);
        Map<Integer, Integer> covered = new LinkedHashMap<>();
        Map<CommandPattern, Integer> firsts = new HashMap<>();
        for (int i = 0; i < patterns.size(); i++) {
            firsts.putIfAbsent(patterns.get(i), i);
        }
        for (int i = 0; i < patterns.size(); i++) {
            CommandPattern cover = covers.get(patterns.get(i));
            int first = Objects.requireNonNull(firsts.get(patterns.get(i)));
            if (first < i) {
                covered.put(i, first);
            } else if (cover != null && !unmatchable.contains(patterns.get(i))) {
                covered.put(i, Objects.requireNonNull(firsts.get(cover)));
            }
        }
        return covered;
    }
}
