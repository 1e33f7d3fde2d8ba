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
            @Nullable AnswerSource source) {
        return new Outcome(
                kind,
                forModel,
                Optional.ofNullable(approved),
                Optional.ofNullable(decision),
                Optional.ofNullable(source).map(AnswerSource::word),
                Optional.empty(),
                Optional.empty());
    }

    static Outcome approved(ApprovedCall call) {
        return of(Kind.APPROVED, "", call, null, null);
    }

    /** Returns the outcome of a call that needs approval, with a further sentence or none. */
    static Outcome needsApproval(RuleDecision by, String more) {
        return of(Kind.NEEDS_APPROVAL, CallMessages.Unapproved.CALL.withoutApprover() + more, null, by, null);
    }

    static Outcome declined(String reason, AnswerSource by) {
        return of(Kind.DECLINED, reason, null, null, by);
    }

    /** Returns a denial by a session policy, or by a rule if the policy's denial is empty. */
    static Outcome denied(String reason, Optional<PolicyDenial> by) {
        Outcome none = of(Kind.DENIED, reason, null, null, null);
        return new Outcome(none.kind, reason, none.approved, none.decision, none.source, by, none.error);
    }

    static Outcome invalid(ArgumentError error) {
        Outcome none = of(Kind.INVALID, error.forModel(), null, null, null);
        return new Outcome(
                none.kind, none.forModel, none.approved, none.decision, none.source, none.denial, Optional.of(error));
    }

    @Override
    public String toString() {
        return VisibleText.line(kind
                + (forModel.isEmpty() ? approved.map(call -> " " + call.call()).orElse("") : ": " + forModel));
    }
}
