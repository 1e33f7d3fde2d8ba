package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.RuleList;
import java.util.List;

/**
 * A rule list and the tools that have it: one, or several by a pattern.
 *
 * @param owner the tool, or the pattern with the place of its list
 * @param tools the tools, at least one
 * @param rules the rules
 */
public record SharedList(String owner, List<ToolSpec<?>> tools, RuleList rules) {

    /** Returns the names of the tools. */
    public List<String> names() {
        return tools.stream().<String>map(ToolSpec::name).toList();
    }
}
