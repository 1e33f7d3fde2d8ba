package dev.toolpolicy.test.policy.internal.mutation;

import dev.toolpolicy.analysis.internal.read.KnownWords;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.test.policy.internal.coverage.FoundCall;
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
     * @param call the call
     * @param before the verdict of the policy
     * @param after the verdict of the changed policy
     * @param context what must have happened before, in words; empty for nothing
     */
    public record Difference(FoundCall call, String before, String after, String context) {
        static Optional<Difference> of(FoundCall call, Mode before, Mode after) {
            return Optional.of(new Difference(call, before.word(), after.word(), ""));
        }

        @Override
        public String toString() {
            return call.tool() + " " + call.arguments()
                    + KnownWords.of(call.facts(), json -> json) + context + ": " + before
                    + " becomes " + after;
        }
    }

    @Override
    public String toString() {
        return part + ": " + change + difference.map(each -> "\n  " + each).orElse("");
    }
}
