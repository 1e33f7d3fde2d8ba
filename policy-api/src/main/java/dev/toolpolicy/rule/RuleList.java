package dev.toolpolicy.rule;

import java.util.List;

/**
 * Rules in order: the first whose condition holds decides, and if none holds the answer is {@link Mode#ASK}. Immutable.
 *
 * @param rules the rules, from the first to the last
 */
public record RuleList(List<RuleSpec> rules) {

    /**
     * Checks and copies the components.
     *
     * @param rules the rules, from the first to the last
     */
    public RuleList {
        rules = List.copyOf(rules);
    }

    /**
     * A list of rules.
     *
     * @param rules the rules, from the first to the last
     * @return the list
     */
    public static RuleList of(RuleSpec... rules) {
        return new RuleList(List.of(rules));
    }

    /**
     * One answer for every call.
     *
     * @param mode the answer
     * @return a list of one catch-all
     */
    public static RuleList always(Mode mode) {
        return of(RuleSpec.otherwise(mode));
    }

    /**
     * A list without rules, so that the answer is always the implicit {@link Mode#ASK}.
     *
     * @return the empty list
     */
    public static RuleList empty() {
        return of();
    }
}
