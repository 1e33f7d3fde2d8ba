package dev.toolpolicy.analysis.internal.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.rule.RuleList;
import java.util.List;
import java.util.Optional;

/**
 * What a check found. Immutable.
 *
 * @param rules the rules as they are to be used, if each is right by itself; one that can never decide is an error, but
 *     leaves the others usable
 * @param diagnostics every problem, in the order of the rules, those of the whole list last
 */
public record CheckedRules(Optional<RuleList> rules, List<Diagnostic> diagnostics) {

    /**
     * Checks and copies the components.
     *
     * @param rules the rules as they are to be used
     * @param diagnostics every problem
     */
    public CheckedRules {
        diagnostics = List.copyOf(diagnostics);
    }

    /**
     * Whether something is provably not what the author meant.
     *
     * @return true if one of the diagnostics is an error
     */
    public boolean hasErrors() {
        return diagnostics.stream().anyMatch(Diagnostic::isError);
    }
}
