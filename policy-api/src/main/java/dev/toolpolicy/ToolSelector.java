package dev.toolpolicy;

import java.util.Collection;
import java.util.Set;

/**
 * Which tools a policy governs: those of some names, and those whose whole name matches a pattern. Case matters on
 * every system. Immutable.
 *
 * <p>In a pattern {@code *} stands for any characters, {@code ?} for one, {@code [a-z]} for one of these and
 * {@code [!a-z]} for one other than these; every other character stands for itself, and so do these within brackets.
 *
 * @param names the tools' names
 * @param patterns patterns of names; without names and patterns every tool is meant
 */
public record ToolSelector(Set<String> names, Set<String> patterns) {

    /**
     * Checks and copies the components.
     *
     * @param names the tools' names
     * @param patterns patterns of names; without names and patterns every tool is meant
     * @throws IllegalArgumentException if a name or a pattern is empty, or brackets in a pattern are not closed or
     *     hold a range that ends before it starts
     */
    public ToolSelector {
        names = Set.copyOf(names);
        patterns = Set.copyOf(patterns);
        if (names.contains("")) {
            throw new IllegalArgumentException("a tool's name is never empty");
        }
        patterns.forEach(NamePattern::check);
    }

    /**
     * Every tool.
     *
     * @return the selector
     */
    public static ToolSelector everyTool() {
        return new ToolSelector(Set.of(), Set.of());
    }

    /**
     * The tools of these names; every tool if there is no name.
     *
     * @param names the names
     * @return the selector
     * @throws IllegalArgumentException if a name is empty
     */
    public static ToolSelector named(Collection<String> names) {
        return new ToolSelector(Set.copyOf(names), Set.of());
    }

    /**
     * The tools whose names match one of these patterns.
     *
     * @param patterns the patterns; without any, every tool is meant
     * @return the selector
     * @throws IllegalArgumentException if a pattern is empty, or brackets in it are not closed
     */
    public static ToolSelector matching(String... patterns) {
        return new ToolSelector(Set.of(), Set.of(patterns));
    }

    /**
     * Whether a tool is among them.
     *
     * @param tool the tool's name
     * @return true if it is
     */
    public boolean selects(String tool) {
        return names.isEmpty() && patterns.isEmpty()
                || names.contains(tool)
                || patterns.stream().anyMatch(pattern -> NamePattern.matches(pattern, tool));
    }
}
