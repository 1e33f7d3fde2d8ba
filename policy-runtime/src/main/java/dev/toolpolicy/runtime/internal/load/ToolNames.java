package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.ToolSelector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Names and patterns of tools, as files and builders write them: in a pattern, {@code *} is any characters and every
 * other character itself. Stateless.
 */
public final class ToolNames {
    private static final char ANY = '*';

    private ToolNames() {}

    /** Returns whether a name is a pattern. */
    public static boolean isPattern(String name) {
        return name.indexOf(ANY) >= 0;
    }

    /** Returns the selector of one name or pattern. */
    public static ToolSelector selector(String name) {
        return isPattern(name)
                ? new ToolSelector(Set.of(), Set.of(name.replace("[", "[[]").replace("?", "[?]")), false)
                : ToolSelector.named(List.of(name));
    }

    /** Returns whether a tool has this name or fits this pattern. */
    public static boolean fits(String nameOrPattern, String candidate) {
        return isPattern(nameOrPattern) ? selector(nameOrPattern).selects(candidate) : nameOrPattern.equals(candidate);
    }

    /** Returns those of some tools that have this name or fit this pattern. */
    public static List<String> fitting(String name, Collection<String> tools) {
        return tools.stream().filter(tool -> fits(name, tool)).toList();
    }

    /** Returns whether some name may fit both; in doubt, true. */
    public static boolean mayMeet(String one, String other) {
        boolean isPossible = isPattern(one)
                && isPattern(other)
                && meets(one.substring(0, literals(one)), other.substring(0, literals(other)))
                && meets(reversedEnd(one), reversedEnd(other));
        return isPossible || fits(one, other) || fits(other, one);
    }

    /** Returns a pattern whose names fit both of two patterns that {@linkplain #mayMeet may meet}. */
    public static String meet(String one, String other) {
        String first = literals(one) < literals(other) ? other : one;
        String last = reversedEnd(one).length() < reversedEnd(other).length() ? other : one;
        return first.substring(0, literals(first))
                + stars(one)
                + stars(other).substring(1)
                + last.substring(last.lastIndexOf(ANY) + 1);
    }

    /** Returns what is between the first and the last {@code *}, with both. */
    private static String stars(String pattern) {
        return pattern.substring(literals(pattern), pattern.lastIndexOf(ANY) + 1);
    }

    /** Returns the number of characters before the first {@code *}. */
    private static int literals(String pattern) {
        return isPattern(pattern) ? pattern.indexOf(ANY) : pattern.length();
    }

    private static String reversedEnd(String pattern) {
        return new StringBuilder(pattern.substring(pattern.lastIndexOf(ANY) + 1))
                .reverse()
                .toString();
    }

    private static boolean meets(String one, String other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    /** Returns how specific a pattern is: the number of its characters beside {@code *}. */
    public static int specificity(String pattern) {
        return (int) pattern.chars().filter(c -> c != ANY).count();
    }

    /** Returns the names and patterns that a tool fits best: none, one, or several patterns that tie. */
    public static List<String> best(Collection<String> names, String tool) {
        if (names.contains(tool)) {
            return List.of(tool);
        }
        List<String> best = new ArrayList<>();
        for (String pattern : names) {
            if (fits(pattern, tool)) {
                int order = best.isEmpty() ? 1 : specificity(pattern) - specificity(best.get(0));
                if (order > 0) {
                    best.clear();
                }
                if (order >= 0) {
                    best.add(pattern);
                }
            }
        }
        return best;
    }

    /** Returns the other patterns that may serve tools of a name or pattern where its own list isn't. */
    static Stream<String> below(String name, Collection<String> patterns) {
        return patterns.stream()
                .filter(other -> !other.equals(name)
                        && isPattern(other)
                        && specificity(other) <= specificity(name)
                        && mayMeet(other, name));
    }
}
