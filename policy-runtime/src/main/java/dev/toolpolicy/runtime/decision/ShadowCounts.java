package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The counts of a shadow: how often it disagreed with the current configuration since it was set. Immutable.
 *
 * @param calls the number of compared calls
 * @param differing the number of calls that the shadow decides differently, in either list
 * @param failures the number of calls for which the shadow failed; they are not in {@code calls}
 * @param pairs the number of disagreements by current and shadow mode
 */
public record ShadowCounts(long calls, long differing, long failures, Map<Pair, Long> pairs) {

    /**
     * Checks and copies the components.
     *
     * @param calls the number of compared calls
     * @param differing the number of calls that the shadow decides differently, in either list
     * @param failures the number of calls for which the shadow failed
     * @param pairs the number of disagreements by current and shadow mode
     */
    public ShadowCounts {
        pairs = Map.copyOf(pairs);
    }

    /**
     * A disagreement of the current configuration and the shadow.
     *
     * @param tool the tool that was called
     * @param list {@code run} or {@code result}
     * @param inForce the current mode
     * @param shadow the shadow's mode
     */
    public record Pair(String tool, String list, Mode inForce, Mode shadow) {

        @Override
        public String toString() {
            return "tool \"" + tool + "\", " + list + ": " + inForce.word() + " -> " + shadow.word();
        }
    }

    /**
     * Returns the counts for people.
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
