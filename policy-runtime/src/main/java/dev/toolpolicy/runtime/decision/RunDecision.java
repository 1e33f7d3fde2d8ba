package dev.toolpolicy.runtime.decision;

import dev.toolpolicy.rule.Mode;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the run list decided about a call. Immutable.
 *
 * @param mode how the call may run
 * @param rule the index of the rule that decided, from 0; empty if none held and the answer is the implicit ask
 * @param guarded the path argument that turned the rule's unattended answer into ask, since it leads out of the
 *     workspace or nobody knows where; empty if none did
 * @param decidedAt how many characters of the call's text were read when it was decided
 */
public record RunDecision(Mode mode, OptionalInt rule, Optional<String> guarded, long decidedAt) {}
