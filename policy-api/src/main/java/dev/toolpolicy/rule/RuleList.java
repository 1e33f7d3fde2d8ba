package dev.toolpolicy.rule;

import dev.toolpolicy.annotation.Mode;
import java.util.List;

/**
 * A list of rules. The first rule whose condition holds decides; if none holds, the decision is {@link Mode#ASK}.
 * Immutable.
 *
 * <pre>{@code
 * RuleList run = RuleList.of(
 *         RuleSpec.when(Argument.Text.at("/path").prefix("src/"), Mode.ALLOW),
 *         RuleSpec.otherwise(Mode.ASK));
 * }</pre>
 *
 * @param rules the rules in order
 */
public record RuleList(List<RuleSpec> rules) {

    /** Checks and copies the components. */
    public RuleList {
        rules = List.copyOf(rules);
    }

    /**
     * Creates a list of rules.
     *
     * @param rules the rules in order
     */
    public static RuleList of(RuleSpec... rules) {
        return new RuleList(List.of(rules));
    }

    /**
     * Creates a list with one decision for every call.
     *
     * @return a list with one catch-all rule
     */
    public static RuleList always(Mode mode) {
        return of(RuleSpec.otherwise(mode));
    }

    /**
     * Creates a list without rules, so that the decision is always the implicit {@link Mode#ASK}.
     *
     * @return the empty list
     */
    public static RuleList empty() {
        return of();
    }
}
