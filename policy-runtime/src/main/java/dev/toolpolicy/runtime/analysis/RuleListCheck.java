package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.schema.ToolSchema;
import java.util.List;

/** Checks rule lists against the schema of their tool: the one validator. Stateless. */
public final class RuleListCheck {

    private RuleListCheck() {}

    /**
     * Checks rules as they were written.
     *
     * @param schema the tool's parameters
     * @param drafts the rules, from the first to the last
     * @param syntax how their values are written
     * @return the rules, or all that is wrong with them; warnings in both cases
     */
    public static CheckedRules check(ToolSchema schema, List<RuleDraft> drafts, ValueSyntax syntax) {
        throw new UnsupportedOperationException("follows within the hour");
    }

    /**
     * Checks rules made in code.
     *
     * @param schema the tool's parameters
     * @param rules the rules
     * @return the rules, or all that is wrong with them; warnings in both cases
     */
    public static CheckedRules check(ToolSchema schema, RuleList rules) {
        return check(schema, rules.rules().stream().map(RuleDraft::of).toList(), ValueSyntax.TYPED);
    }
}
