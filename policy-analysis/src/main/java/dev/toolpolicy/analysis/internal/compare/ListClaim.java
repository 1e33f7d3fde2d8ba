package dev.toolpolicy.analysis.internal.compare;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleSpec;
import java.util.List;
import java.util.Set;

/**
 * The claim that a list gives no call a mode of some, in each state with some labels and facts.
 *
 * @param when rules whose conditions hold in each such state, about labels and facts
 * @param wrong the modes that no call may get
 * @param unless rules; the claim isn't about calls for which the conditions of all of them hold; empty if it is about all
 */
public record ListClaim(List<RuleSpec> when, Set<Mode> wrong, List<RuleSpec> unless) {
    /** Copies the components. */
    public ListClaim {
        when = List.copyOf(when);
        wrong = Set.copyOf(wrong);
        unless = List.copyOf(unless);
    }
}
