package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a list answers for a call. Immutable.
 *
 * @param mode the answer
 * @param rule the index of the rule that decided, from 0; empty if none held and the answer is the implicit ask
 * @param guarded the path argument that turned an unattended answer into ask, since it leads out of the workspace,
 *     nobody knows where, or to a file that says what calls may do; empty if none did
 */
public record RuleVerdict(Mode mode, OptionalInt rule, Optional<String> guarded) {

    /** No rule held. */
    public static final RuleVerdict IMPLICIT = new RuleVerdict(Mode.ASK, OptionalInt.empty(), Optional.empty());

    /** A rule decided. */
    public static RuleVerdict by(int rule, Mode mode) {
        return new RuleVerdict(mode, OptionalInt.of(rule), Optional.empty());
    }

    /** The same by a call that mustn't run unattended, since of a path. */
    public RuleVerdict guardedBy(String argument) {
        return new RuleVerdict(Mode.ASK, rule, Optional.of(argument));
    }
}
