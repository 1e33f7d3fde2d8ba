package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The decision of the run rules on a call. Immutable.
 *
 * @param mode the mode
 * @param rule the index of the rule that decided, from 0; empty if no rule matched and the default is to ask
 * @param guarded the path argument that turned allow into ask, since it leads out of the workspace, to an unknown place
 *     or to a policy file; empty if there is none
 * @param decidedAt how many characters of the call's text had been read
 */
public record RunDecision(Mode mode, OptionalInt rule, Optional<String> guarded, long decidedAt) {}
