package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How often a shadow answered otherwise than what is in force, since it was put beside it. Immutable.
 *
 * @param calls how many calls were compared
 * @param differing how many of them the shadow answers otherwise, in either list
 * @param failures for how many calls evaluating the shadow failed; they are not among those that were compared
 * @param pairs how often each answer in force met each other answer of the shadow
 */
public record ShadowCounts(long calls, long differing, long failures, Map<Pair, Long> pairs) {

    /**
     * Checks and copies the components.
     *
     * @param calls how many calls were compared
     * @param differing how many of them the shadow answers otherwise, in either list
     * @param failures for how many calls evaluating the shadow failed
     * @param pairs how often each answer in force met each other answer of the shadow
     */
    public ShadowCounts {
        pairs = Map.copyOf(pairs);
    }

    /**
     * An answer in force and another one of the shadow.
     *
     * @param tool the tool that was called
     * @param list {@code run} or {@code result}
     * @param inForce what counts
     * @param shadow what would count if the shadow were in force
     */
    public record Pair(String tool, String list, Mode inForce, Mode shadow) {

        @Override
        public String toString() {
            return "tool \"" + tool + "\", " + list + ": " + inForce.word() + " -> " + shadow.word();
        }
    }

    /**
     * The counts for people.
     *
     * @return a line for all calls, then one for each pair by tool, joined by {@code \n}
     */
    @Override
    public String toString() {
        String head = calls + " calls compared, " + differing + " differ, " + failures + " failed";
        return pairs.entrySet().stream()
                .map(each -> "\n" + each.getKey() + ": " + each.getValue())
                .sorted(Comparator.naturalOrder())
                .collect(Collectors.joining("", head, ""));
    }
}
