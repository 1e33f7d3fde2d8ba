package dev.toolpolicy.agents.importing.internal.arrange;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.List;

/**
 * The list of a tool, or of the tools that fit a pattern.
 *
 * @param name the name or pattern
 * @param declared whether the catalog has the tool; if not, it is declared with any arguments
 * @param rules the rules; what none of them decides asks
 */
public record ToolList(String name, boolean declared, List<OutRule> rules) {
    /** Copies the components. */
    public ToolList {
        rules = List.copyOf(rules);
    }

    /** Returns whether the list serves several tools. */
    public boolean isPattern() {
        return ToolNames.isPattern(name);
    }

    /** Returns the mode of a list that answers every call alike. */
    public java.util.Optional<Mode> always() {
        if (rules.isEmpty()) {
            return java.util.Optional.of(Mode.ASK);
        }
        return rules.size() == 1 && rules.get(0).isCatchAll()
                ? java.util.Optional.of(rules.get(0).mode())
                : java.util.Optional.empty();
    }
}
