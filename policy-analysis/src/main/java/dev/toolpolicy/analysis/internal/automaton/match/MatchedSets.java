package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.IntKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The different sets of rules that whole texts match, by their numbers. Not thread-safe. */
final class MatchedSets {
    private final List<int[]> sets = new ArrayList<>();
    private final Map<IntKey, Integer> numbers = new HashMap<>();

    /** Returns the number of a set of rules, which are ascending. */
    int number(int[] rules) {
        Integer known = numbers.putIfAbsent(new IntKey(rules), sets.size());
        if (known == null) {
            sets.add(rules);
            return sets.size() - 1;
        }
        return known;
    }

    int[][] toArray() {
        return sets.toArray(new int[0][]);
    }
}
