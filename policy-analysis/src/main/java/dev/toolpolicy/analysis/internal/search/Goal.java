package dev.toolpolicy.analysis.internal.search;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The calls to look for: those for which some claims have certain answers. Immutable.
 *
 * @param musts the answers that claims must have
 * @param clauses the choices between such answers
 */
public record Goal(List<Must> musts, List<Clause> clauses) {

    /** Checks and copies the components. */
    public Goal {
        musts = List.copyOf(musts);
        clauses = List.copyOf(clauses);
    }

    /** Returns whether a choice has no options, so that no call fits. */
    boolean isImpossible() {
        return clauses.stream().anyMatch(clause -> clause.options.isEmpty());
    }

    /** An answer that a claim must have. */
    public record Must(Claim claim, Need need) {

        /**
         * Returns whether the claim has the answer for a call.
         *
         * @param arguments the arguments with their defaults
         * @param facts the known facts
         */
        public boolean isSatisfied(JsonNode arguments, JsonNode facts) {
            return need.allows(claim.truth(arguments, facts));
        }

        int key() {
            return claim.number() * Need.values().length + need.ordinal();
        }
    }

    /**
     * A choice: all answers of at least one option.
     *
     * @param options the options
     */
    public record Clause(List<List<Must>> options) {
        /** Checks and copies the components. */
        public Clause {
            options = options.stream().map(List::copyOf).toList();
        }
    }
}
