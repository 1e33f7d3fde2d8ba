package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.internal.approve.ApprovalSubject;
import dev.toolpolicy.runtime.internal.flow.Turn;

/**
 * The delivery of a call's result, decided by the tool's result rules. Immutable.
 *
 * @param decision the decision
 * @param subject the call
 * @param reason the reason to ask, if the decision asks
 * @param turn the response that the call is of
 */
record Delivery(RuleDecision decision, ApprovalSubject subject, ApprovalReason reason, Turn turn) {}
