package dev.toolpolicy.analysis.internal.shell.match;

import dev.toolpolicy.analysis.internal.shell.pattern.CommandCover;
import dev.toolpolicy.analysis.internal.shell.pattern.CommandPattern;
import dev.toolpolicy.analysis.internal.shell.pattern.PatternWord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The patterns of a set by their first words, so that those which may cover another are soon found. */
final class Covers {
    private final List<CommandPattern> patterns;
    private final Map<List<Integer>, List<Integer>> byFirst = new HashMap<>();
    /** The patterns whose first word has a star. */
    private final List<Integer> open = new ArrayList<>();

    Covers(List<CommandPattern> patterns) {
        this.patterns = patterns;
        for (int i = 0; i < patterns.size(); i++) {
            PatternWord first = patterns.get(i).words().get(0);
            List<Integer> group = first.has(PatternWord.STAR)
                    ? open
                    : byFirst.computeIfAbsent(first.symbols(), key -> new ArrayList<>());
            group.add(i);
        }
    }

    /** Returns the indices of the patterns that cover another, ascending. */
    IntStream of(CommandPattern narrow) {
        List<Integer> same = byFirst.getOrDefault(narrow.words().get(0).symbols(), List.of());
        return Stream.concat(same.stream(), open.stream())
                .filter(i -> CommandCover.covers(patterns.get(i), narrow))
                .mapToInt(Integer::intValue)
                .sorted();
    }
}
