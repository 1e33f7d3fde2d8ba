package dev.toolpolicy.runtime.internal.run;

import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.call.ApprovedCall;
import dev.toolpolicy.runtime.call.PolicyDenial;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallOutcome;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;

/** An outcome: its message, and the part that belongs to its kind. */
record Outcome(
        Kind kind,
        String forModel,
        Optional<ApprovedCall> approved,
        Optional<RuleDecision> decision,
        Optional<Answer.Source> source,
        Optional<PolicyDenial> denial,
        Optional<ArgumentError> error)
        implements ToolCallOutcome {

    private static Outcome of(Kind kind, String forModel) {
        return new Outcome(
                kind,
                forModel,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Outcome approved(ApprovedCall call) {
        Outcome none = of(Kind.APPROVED, "");
        return new Outcome(none.kind, "", Optional.of(call), none.decision, none.source, none.denial, none.error);
    }

    static Outcome needsApproval(RuleDecision by) {
        Outcome none = of(Kind.NEEDS_APPROVAL, CallMessages.Unapproved.CALL.withoutApprover());
        return new Outcome(
                none.kind, none.forModel, none.approved, Optional.of(by), none.source, none.denial, none.error);
    }

    static Outcome declined(String reason, Answer.Source by) {
        Outcome none = of(Kind.DECLINED, reason);
        return new Outcome(none.kind, reason, none.approved, none.decision, Optional.of(by), none.denial, none.error);
    }

    /** Returns a denial by a session policy, or by a rule if the policy's denial is empty. */
    static Outcome denied(String reason, Optional<PolicyDenial> by) {
        Outcome none = of(Kind.DENIED, reason);
        return new Outcome(none.kind, reason, none.approved, none.decision, none.source, by, none.error);
    }

    static Outcome invalid(ArgumentError error) {
        Outcome none = of(Kind.INVALID, error.forModel());
        return new Outcome(
                none.kind, none.forModel, none.approved, none.decision, none.source, none.denial, Optional.of(error));
    }

    @Override
    public String toString() {
        return VisibleText.line(kind
                + (forModel.isEmpty() ? approved.map(call -> " " + call.call()).orElse("") : ": " + forModel));
    }
}
