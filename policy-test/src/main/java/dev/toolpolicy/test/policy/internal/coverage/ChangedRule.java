package dev.toolpolicy.test.policy.internal.coverage;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.rule.RuleSpec;
import java.util.Optional;

/** A rule with another mode, or about other elements. Stateless. */
public final class ChangedRule {
    private ChangedRule() {}

    /** Returns a copy with these elements and this mode, and everything else as it was. */
    public static RuleSpec of(RuleSpec spec, Optional<RuleSpec.Each> each, Mode mode) {
        return new RuleSpec(
                spec.conditions(),
                each,
                mode,
                spec.name(),
                spec.reason(),
                spec.examples(),
                spec.counterexamples(),
                spec.unreadable(),
                spec.passes(),
                spec.onlyWherePresent());
    }
}
