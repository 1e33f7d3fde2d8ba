package dev.toolpolicy.analysis.internal.automaton.match;

import dev.toolpolicy.analysis.internal.automaton.build.IntKey;
import java.util.HashMap;
import java.util.Map;

/** Sets of rules, each of which is kept once. Not thread-safe. */
final class SharedSets {
    static final int[] NONE = {};

    private final Map<IntKey, int[]> sets = new HashMap<>();

    /** Returns the set of some rules, which are ascending. */
    int[] shared(int[] rules) {
        return rules.length == 0 ? NONE : sets.computeIfAbsent(new IntKey(rules), none -> rules);
    }
}
