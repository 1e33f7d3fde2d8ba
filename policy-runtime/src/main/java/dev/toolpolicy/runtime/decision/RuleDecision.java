package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The decision of a rule list on a call, or on its result. Immutable.
 *
 * @param mode the mode
 * @param rule the index of the rule that decided, from 0; empty if no rule matched and a default applies
 * @param guarded the path argument that turned allow into ask, since it leads out of the workspace, to an unknown place
 *     or to a policy file; empty if there is none
 */
public record RuleDecision(Mode mode, OptionalInt rule, Optional<String> guarded) {

    /** The default if no rule matches: ask. */
    public static final RuleDecision IMPLICIT = new RuleDecision(Mode.ASK, OptionalInt.empty(), Optional.empty());

    /** The decision on a result without a result list: allow. Its call was allowed by rules or approved by a person. */
    public static final RuleDecision DELIVERED = new RuleDecision(Mode.ALLOW, OptionalInt.empty(), Optional.empty());

    /**
     * Creates the decision of a rule.
     *
     * @param rule the index of the rule, from 0
     * @param mode the rule's mode
     * @return the decision
     */
    public static RuleDecision by(int rule, Mode mode) {
        return new RuleDecision(mode, OptionalInt.of(rule), Optional.empty());
    }

    /**
     * Returns this decision, downgraded to ask because of a path.
     *
     * @param argument the path argument
     * @return the decision
     */
    public RuleDecision guardedBy(String argument) {
        return new RuleDecision(Mode.ASK, rule, Optional.of(argument));
    }
}
