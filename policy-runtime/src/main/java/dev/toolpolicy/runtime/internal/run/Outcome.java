package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.runtime.internal.approve.AnswerSource;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An outcome: its message, and the part that belongs to its kind. */
record Outcome(
        Kind kind,
        String forModel,
        Optional<ApprovedCall> approved,
        Optional<RuleDecision> decision,
        Optional<String> source,
        Optional<PolicyDenial> denial,
        Optional<ArgumentError> error)
        implements ToolCallOutcome {

    private static Outcome of(
            Kind kind,
            String forModel,
            @Nullable ApprovedCall approved,
            @Nullable RuleDecision decision,
            @Nullable AnswerSource source,
            @Nullable PolicyDenial denial,
            @Nullable ArgumentError error) {
        return new Outcome(
                kind,
                forModel,
                Optional.ofNullable(approved),
                Optional.ofNullable(decision),
                Optional.ofNullable(source).map(AnswerSource::word),
                Optional.ofNullable(denial),
                Optional.ofNullable(error));
    }

    static Outcome approved(ApprovedCall call) {
        return of(Kind.APPROVED, "", call, null, null, null, null);
    }

    static Outcome needsApproval(RuleDecision by, String words) {
        return of(Kind.NEEDS_APPROVAL, words, null, by, null, null, null);
    }

    static Outcome declined(String reason, AnswerSource by) {
        return of(Kind.DECLINED, reason, null, null, by, null, null);
    }

    /** Returns a denial by a session policy, or by a rule if the policy's denial is null. */
    static Outcome denied(String reason, @Nullable PolicyDenial by) {
        return of(Kind.DENIED, reason, null, null, null, by, null);
    }

    static Outcome invalid(ArgumentError error) {
        return of(Kind.INVALID, error.forModel(), null, null, null, null, error);
    }

    @Override
    public String toString() {
        return VisibleText.line(kind
                + (forModel.isEmpty() ? approved.map(call -> " " + call.call()).orElse("") : ": " + forModel));
    }
}
