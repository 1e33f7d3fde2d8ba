package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.CallRecord.Decision;
import dev.toolpolicy.event.CallRecord.Decision.By;
import dev.toolpolicy.event.CallRecord.Verdict;
import dev.toolpolicy.event.CallStep;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The verdict of a call's record, and what decided, by the call's outcome. */
final class Verdicts {
    private Verdicts() {}

    /** Returns the record with verdict and decision. An approved call has no verdict before it has run. */
    static CallRecord add(CallRecord record, ToolCallOutcome outcome, Decision decision) {
        CallRecord decided = record.withDecision(decision);
        return switch (outcome.kind()) {
            case APPROVED -> decided;
            case NEEDS_APPROVAL -> decided.withVerdict(Verdict.PENDING, Optional.empty());
            case DECLINED -> decided.withVerdict(Verdict.DECLINED, Optional.empty());
            case DENIED -> decided.withVerdict(Verdict.DENIED, Optional.empty());
            case INVALID -> decided.withVerdict(Verdict.INVALID, Optional.empty());
        };
    }

    /**
     * A reading of what decided, in words and places.
     *
     * @param tool the tool; null if it is unknown
     * @param rules the decision of its rules; empty if there is none
     * @param origin the place of its rules
     * @param steps the call's steps so far
     * @param approval the id of the stored approval that the call uses
     */
    record Reading(
            @Nullable PreparedTool tool,
            Optional<RuleDecision> rules,
            String origin,
            List<CallStep> steps,
            Optional<String> approval) {
        Decision decision(ToolCallOutcome outcome) {
            String reason = outcome.forModel();
            return switch (outcome.kind()) {
                case APPROVED -> approved(outcome);
                case NEEDS_APPROVAL -> ruled(outcome.decision().orElseThrow().mode(), reason);
                case DECLINED ->
                    by(By.ANSWER, reason).withSource(outcome.source().orElseThrow());
                case DENIED ->
                    outcome.denial()
                            .map(denial -> by(By.POLICY, reason).withPolicy(denial.policy()))
                            .orElseGet(() -> by(By.RULE, reason));
                case INVALID ->
                    Decision.of(By.VALIDATION, reason)
                            .withCode(outcome.error().orElseThrow().code().id());
            };
        }

        private Decision approved(ToolCallOutcome outcome) {
            if (approval.isPresent()) {
                Decision decision = by(By.ANSWER, "").withSource(AnswerSource.STORED.word());
                return outcome.approved()
                        .flatMap(ApprovedCall::approver)
                        .map(decision::withApprover)
                        .orElse(decision);
            }
            Optional<String> source = source();
            if (source.isPresent()) {
                return by(By.ANSWER, "").withSource(source.get());
            }
            return ruled(rules.map(RuleDecision::mode).orElse(Mode.ASK), "");
        }

        private Decision ruled(Mode mode, String reason) {
            boolean byRule = mode == Mode.ALLOW
                    || rules.filter(by -> by.rule().isPresent()).isPresent();
            return by(byRule ? By.RULE : By.DEFAULT, reason);
        }

        private Decision by(By kind, String reason) {
            Decision plain = Decision.of(kind, reason);
            Decision decision = approval.isPresent() ? plain.withApproval(approval.get()) : plain;
            PreparedTool known = tool;
            if (known == null || rules.isEmpty() || rules.get().rule().isEmpty()) {
                return decision;
            }
            int index = rules.get().rule().getAsInt();
            String words = known.words(rules.get()).orElse("");
            return decision.withRule(index, words, origin);
        }

        /** Returns the source of the last answer about the call. */
        private Optional<String> source() {
            return steps.stream()
                    .filter(step -> step.kind() == CallStep.Kind.ANSWERED)
                    .reduce((earlier, later) -> later)
                    .map(CallStep::source);
        }
    }
}
