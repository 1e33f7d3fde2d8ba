package dev.toolpolicy;

import java.util.Collection;
import java.util.Set;

/**
 * Which tools a policy governs. Immutable.
 *
 * @param names the tools' names; empty means every tool
 */
public record ToolSelector(Set<String> names) {

    /**
     * Checks and copies the components.
     *
     * @param names the tools' names; empty means every tool
     */
    public ToolSelector {
        names = Set.copyOf(names);
    }

    /**
     * Every tool.
     *
     * @return the selector
     */
    public static ToolSelector everyTool() {
        return new ToolSelector(Set.of());
    }

    /**
     * The tools of these names; every tool if there is no name.
     *
     * @param names the names
     * @return the selector
     */
    public static ToolSelector named(Collection<String> names) {
        return new ToolSelector(Set.copyOf(names));
    }

    /**
     * Whether a tool is among them.
     *
     * @param tool the tool's name
     * @return true if it is
     */
    public boolean selects(String tool) {
        return names.isEmpty() || names.contains(tool);
    }
}
