package dev.toolpolicy.runtime.call;

import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.permission.ApprovalReason;
import dev.toolpolicy.runtime.permission.ApprovalSubject;

/**
 * The delivery of a call's result, decided by the tool's result rules. Immutable.
 *
 * @param decision the decision
 * @param subject the call
 * @param reason the reason to ask, if the decision asks
 */
record Delivery(RuleDecision decision, ApprovalSubject subject, ApprovalReason reason) {}
