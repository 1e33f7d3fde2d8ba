package dev.toolpolicy.test.policy.internal.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A change of a policy that no test notices. Immutable; its trees are not changed.
 *
 * @param part the changed part, such as {@code run_command: rule 2 "no-rm"}
 * @param change what was changed
 * @param difference a call that is decided otherwise; empty if it isn't known whether there is one
 */
public record Mutant(String part, String change, Optional<Difference> difference) {

    /**
     * A call that the changed policy decides otherwise.
     *
     * @param tool the tool
     * @param arguments the arguments
     * @param facts the facts that must be known
     * @param before the verdict of the policy
     * @param after the verdict of the changed policy
     * @param context what must have happened before, in words; empty for nothing
     */
    public record Difference(
            String tool, ObjectNode arguments, ObjectNode facts, String before, String after, String context) {
        @Override
        public String toString() {
            return tool + " " + arguments + (facts.isEmpty() ? "" : " with facts " + facts) + context + ": " + before
                    + " becomes " + after;
        }
    }

    @Override
    public String toString() {
        return part + ": " + change + difference.map(each -> "\n  " + each).orElse("");
    }
}
