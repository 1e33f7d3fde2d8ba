package dev.toolpolicy.runtime.analysis;

import dev.toolpolicy.rule.RuleList;
import java.util.List;
import java.util.Optional;

/**
 * What a check found. Immutable.
 *
 * @param rules the rules, if none of the diagnostics is an error
 * @param diagnostics every problem, in the order of the rules, those of the whole list last
 */
public record CheckedRules(Optional<RuleList> rules, List<Diagnostic> diagnostics) {

    /**
     * Checks and copies the components.
     *
     * @param rules the rules, if none of the diagnostics is an error
     * @param diagnostics every problem, in the order of the rules, those of the whole list last
     */
    public CheckedRules {
        diagnostics = List.copyOf(diagnostics);
    }
}
