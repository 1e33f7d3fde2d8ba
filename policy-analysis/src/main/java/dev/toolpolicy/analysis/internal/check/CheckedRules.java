package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.rule.RuleList;
import java.util.List;
import java.util.Optional;

/**
 * The result of a check. Immutable.
 *
 * @param rules the rules to use, if each of them is valid; a rule that never applies is an error, but the others remain
 *     usable
 * @param diagnostics every problem, in the order of the rules, those of the whole list last
 */
public record CheckedRules(Optional<RuleList> rules, List<Diagnostic> diagnostics) {

    /** Checks and copies the components. */
    public CheckedRules {
        diagnostics = List.copyOf(diagnostics);
    }

    /** Returns the rules with floors, which were checked before. */
    CheckedRules above(List<RuleList> floors) {
        return floors.isEmpty() ? this : new CheckedRules(rules.map(list -> list.withFloors(floors)), diagnostics);
    }

    /**
     * Returns whether the check found an error.
     *
     * @return true if at least one of the diagnostics is an error
     */
    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(Diagnostic::isError);
    }
}
