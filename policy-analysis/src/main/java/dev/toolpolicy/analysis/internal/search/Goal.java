package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The calls to look for: those for which some constraints have certain answers. Immutable.
 *
 * @param assertions the answers that constraints must have
 * @param clauses the choices between such answers
 */
public record Goal(List<Assertion> assertions, List<Clause> clauses) {

    /** Checks and copies the components. */
    public Goal {
        assertions = List.copyOf(assertions);
        clauses = List.copyOf(clauses);
    }

    /** Returns whether a choice has no options, so that no call fits. */
    boolean isImpossible() {
        return clauses.stream().anyMatch(clause -> clause.options.isEmpty());
    }

    /** An answer that a constraint must have. */
    public record Assertion(Constraint constraint, TruthSet truths) {

        /**
         * Returns whether the constraint has the answer for a call.
         *
         * @param arguments the arguments with their defaults
         * @param facts the known facts
         */
        public boolean isSatisfied(JsonNode arguments, JsonNode facts) {
            return truths.allows(constraint.truth(arguments, facts));
        }

        int key() {
            return constraint.number() * TruthSet.values().length + truths.ordinal();
        }
    }

    /**
     * A choice: all answers of at least one option.
     *
     * @param options the options
     */
    public record Clause(List<List<Assertion>> options) {
        /** Checks and copies the components. */
        public Clause {
            options = options.stream().map(List::copyOf).toList();
        }
    }
}
