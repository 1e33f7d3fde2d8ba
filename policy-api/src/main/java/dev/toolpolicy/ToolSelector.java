package dev.toolpolicy;

import java.util.Collection;
import java.util.Set;

/**
 * The tools that a policy covers: by name, or by patterns of whole names. Matching is case-sensitive on every system.
 * Immutable.
 *
 * <p>In a pattern {@code *} matches any characters, {@code ?} one character, {@code [a-z]} one character of the range
 * and {@code [!a-z]} one character outside of it. Every other character matches itself; within brackets, {@code *} and
 * {@code ?} do too.
 *
 * <p>An engine whose tools don't include a name, or none that matches a pattern, isn't built, since a misspelled name
 * would select nothing. {@link #external} permits tools that come later.
 *
 * @param names the tool names
 * @param patterns the name patterns; without names and patterns, all tools are selected
 * @param isExternal whether the engine may lack some of these tools
 */
public record ToolSelector(Set<String> names, Set<String> patterns, boolean isExternal) {

    /**
     * Checks and copies the components.
     *
     * @throws IllegalArgumentException if a name or a pattern is empty, or brackets in a pattern are not closed or
     *     contain a range that ends before it starts
     */
    public ToolSelector {
        names = Set.copyOf(names);
        patterns = Set.copyOf(patterns);
        if (names.contains("")) {
            throw new IllegalArgumentException("tool name must not be empty");
        }
        patterns.forEach(NamePattern::check);
    }

    /**
     * Returns the selector of all tools.
     *
     * @return a selector without names and patterns
     */
    public static ToolSelector everyTool() {
        return new ToolSelector(Set.of(), Set.of(), false);
    }

    /**
     * Selects tools by name. Without names, all tools are selected.
     *
     * @throws IllegalArgumentException if a name is empty
     */
    public static ToolSelector named(Collection<String> names) {
        return new ToolSelector(Set.copyOf(names), Set.of(), false);
    }

    /**
     * Selects tools whose whole name matches one of these patterns.
     *
     * @param patterns the name patterns; without any, all tools are selected
     * @throws IllegalArgumentException if a pattern is empty, or brackets in it are not closed
     */
    public static ToolSelector matching(String... patterns) {
        return new ToolSelector(Set.of(), Set.of(patterns), false);
    }

    /**
     * Returns this selector for tools that the engine may lack, such as those of a server that isn't connected yet.
     *
     * @return the changed selector
     */
    public ToolSelector external() {
        return new ToolSelector(names, patterns, true);
    }

    /**
     * Returns whether a tool is selected.
     *
     * @param tool the tool's name
     * @return true if one of the names or patterns matches, or there are none
     */
    public boolean selects(String tool) {
        return names.isEmpty() && patterns.isEmpty()
                || names.contains(tool)
                || patterns.stream().anyMatch(pattern -> NamePattern.matches(pattern, tool));
    }
}
