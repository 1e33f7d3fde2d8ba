package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.decision.PolicyDenial;
import dev.toolpolicy.runtime.decision.RuleDecision;
import dev.toolpolicy.runtime.permission.Answer;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Locale;
import java.util.Optional;

/** The outcome of a call whose text has ended. Only an approved call can run. A closed family of values. */
public sealed interface ToolCallOutcome {

    /**
     * Returns the outcome as one word, for records.
     *
     * @return {@code approved}, {@code unanswered}, {@code declined}, {@code refused} or {@code invalid}
     */
    default String word() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the message that tells the model why the call doesn't run.
     *
     * @return one sentence; empty if the call may run
     */
    String forModel();

    /**
     * The call may run, once.
     *
     * @param call the approved call, for its handler
     */
    record Approved(ApprovedCall call) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return "";
        }
    }

    /**
     * The call needs approval and no approver is available, so it doesn't run.
     *
     * @param decision the rules' decision, whose mode is {@code ask} or {@code edit}
     * @param arguments the arguments, valid and with their defaults; a copy
     */
    record Unanswered(RuleDecision decision, ObjectNode arguments) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return "Not run: this call needs approval and no approver is available";
        }
    }

    /**
     * The call was declined: by a person, by the service, or since the approval request failed.
     *
     * @param reason the message for the model
     * @param source who or what declined it
     */
    record Declined(String reason, Answer.Source source) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return reason;
        }
    }

    /**
     * The call is denied by a rule or by a session policy.
     *
     * @param reason the message for the model
     * @param denial the session policy's denial; empty if a rule denies the call
     */
    record Refused(String reason, Optional<PolicyDenial> denial) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return reason;
        }
    }

    /**
     * The call's text is malformed or doesn't match the tool's schema, or the tool is unknown.
     *
     * @param error the first error in the text
     */
    record Invalid(ArgumentError error) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return error.forModel();
        }
    }
}
