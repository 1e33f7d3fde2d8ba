package dev.toolpolicy.examples;

import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The history of one call, from its arrival to its outcome. Immutable.
 *
 * @param tool the tool's name
 * @param id the provider's id, possibly empty
 * @param text its whole argument text
 * @param chunks in how many pieces that arrived
 * @param decision how it may run by its rules, if that was ever certain
 * @param denial the first denial by a session policy before the call was concluded
 * @param decidedAt how much text had been read at the decision
 * @param deniedAt how much text had been read at the denial
 * @param error why its arguments are invalid
 * @param outcome what became of it; empty for a call that the provider runs itself
 */
record PlayedCall(
        String tool,
        String id,
        String text,
        int chunks,
        Optional<RuleDecision> decision,
        Optional<PolicyDenial> denial,
        OptionalLong decidedAt,
        OptionalLong deniedAt,
        Optional<ArgumentError> error,
        Optional<ToolCallOutcome> outcome) {}
