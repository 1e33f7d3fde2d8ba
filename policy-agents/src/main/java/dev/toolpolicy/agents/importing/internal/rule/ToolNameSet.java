package dev.toolpolicy.agents.importing.internal.rule;

import dev.toolpolicy.ToolSelector;

/** Comparisons of names of tools and patterns, in which {@code *} is any characters. */
public final class ToolNameSet {
    private ToolNameSet() {}

    /**
     * Returns whether a name fits a pattern, or is the same name. A pattern fits if all its names do: its stars can only
     * be taken by those of the other, so they count as characters.
     */
    public static boolean fits(String pattern, String name) {
        return isPattern(pattern)
                ? ToolSelector.matching(pattern.replace("[", "[[]").replace("?", "[?]"))
                        .selects(name)
                : pattern.equals(name);
    }

    /** Returns whether some name may fit both patterns; true when in doubt. */
    public static boolean overlap(String one, String other) {
        if (fits(one, other) || fits(other, one)) {
            return true;
        }
        boolean bothPatterns = isPattern(one) && isPattern(other);
        return bothPatterns && agree(head(one), head(other)) && agree(tail(one), tail(other));
    }

    private static boolean agree(String one, String other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    private static String head(String pattern) {
        return pattern.substring(0, pattern.indexOf('*'));
    }

    /** Returns what follows the last star, from its end. */
    private static String tail(String pattern) {
        return new StringBuilder(pattern.substring(pattern.lastIndexOf('*') + 1))
                .reverse()
                .toString();
    }

    /** Returns whether a name is a pattern. */
    public static boolean isPattern(String name) {
        return name.indexOf('*') >= 0;
    }
}
