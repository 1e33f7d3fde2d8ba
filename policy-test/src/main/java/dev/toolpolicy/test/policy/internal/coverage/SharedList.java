package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.internal.load.ToolNames;
import java.util.List;

/**
 * A rule list and the tools that have it: one, or several by a pattern. Immutable.
 *
 * @param owner the tool, or the pattern with the place of its list
 * @param tools the tools, at least one
 * @param rules the rules
 */
public record SharedList(String owner, List<ToolSpec<?>> tools, RuleList rules) {
    /** Copies the tools. */
    public SharedList {
        tools = List.copyOf(tools);
    }

    /** Returns the names of the tools. */
    public List<String> names() {
        return tools.stream().<String>map(ToolSpec::name).toList();
    }

    /** Returns whether a name, or a pattern, means a tool. A denial may name the pattern itself. */
    static boolean fits(String nameOrPattern, String tool) {
        return nameOrPattern.equals(tool) || ToolNames.isPattern(nameOrPattern) && ToolNames.fits(nameOrPattern, tool);
    }
}
