package dev.toolpolicy.cli.internal.policy;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.call.CallPreview;
import dev.toolpolicy.runtime.call.RuleDecision;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds rules in the active run lists of tools. */
public final class Rules {
    private Rules() {}

    /** Returns the rules of a tool's run list; none if it has no list. */
    static List<RuleSpec> of(ToolSpec<?> tool) {
        return tool.run().map(RuleList::rules).orElse(List.of());
    }

    /** Returns the rule that decides a call; empty if none does. */
    public static Optional<RuleSpec> deciding(ToolCatalog tools, String tool, CallPreview preview) {
        OptionalInt index = preview.decision().map(RuleDecision::rule).orElse(OptionalInt.empty());
        List<RuleSpec> rules = tools.find(tool).map(Rules::of).orElse(List.of());
        return index.isPresent() && index.getAsInt() < rules.size()
                ? Optional.of(rules.get(index.getAsInt()))
                : Optional.empty();
    }
}
