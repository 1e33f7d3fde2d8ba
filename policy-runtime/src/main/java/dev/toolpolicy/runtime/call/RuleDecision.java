package dev.toolpolicy.runtime.call;

import dev.toolpolicy.annotation.Mode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The decision of a rule list on a call, or on its result. Immutable.
 *
 * @param mode the mode
 * @param rule the index of the rule that decided, from 0; if {@link #unread}, of the rule that could not be read
 * @param guarded the path argument that turned allow into ask, since it leads out of the workspace, to an unknown place
 *     or to a policy file
 * @param unread whether a rule would allow the call, and a stricter rule above it has conditions that this call can't
 *     answer
 */
public record RuleDecision(Mode mode, OptionalInt rule, Optional<String> guarded, boolean unread) {
    /** The default if no rule matches: ask. */
    public static final RuleDecision IMPLICIT = plain(Mode.ASK, OptionalInt.empty());

    /** The decision on a result without a result list: allow. Its call was allowed by rules or approved by a person. */
    public static final RuleDecision DELIVERED = plain(Mode.ALLOW, OptionalInt.empty());

    /** The decision on a result of a tool that no longer exists, and so has no rules: deny. */
    public static final RuleDecision WITHHELD = plain(Mode.DENY, OptionalInt.empty());

    /**
     * Creates the decision of a rule.
     *
     * @param rule the index of the rule, from 0
     * @param mode the rule's mode
     * @return the decision
     */
    public static RuleDecision by(int rule, Mode mode) {
        return plain(mode, OptionalInt.of(rule));
    }

    /**
     * Creates the decision to ask because of a rule that could not be read, where another rule would allow.
     *
     * @param marking the index, from 0, of the first such rule
     * @return the decision
     */
    public static RuleDecision unreadBy(int marking) {
        return new RuleDecision(Mode.ASK, OptionalInt.of(marking), Optional.empty(), true);
    }

    private static RuleDecision plain(Mode mode, OptionalInt rule) {
        return new RuleDecision(mode, rule, Optional.empty(), false);
    }

    /**
     * Returns this decision, downgraded to ask because of a path. It is that of no rule: whichever rule would allow, the
     * path asks.
     *
     * @param argument the path argument
     * @return the decision
     */
    public RuleDecision guardedBy(String argument) {
        return new RuleDecision(Mode.ASK, OptionalInt.empty(), Optional.of(argument), false);
    }
}
