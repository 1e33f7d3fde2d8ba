package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.internal.run.CallMessages;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of a call whose text has ended. Only an approved call can run. A closed family of values. */
public sealed interface ToolCallOutcome {

    /**
     * Returns the outcome as one word, for records.
     *
     * @return {@code approved}, {@code needs_approval}, {@code declined}, {@code denied} or {@code invalid}
     */
    default String word() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the kind of outcome, for a {@code switch}.
     *
     * @return the kind, without details
     */
    Kind kind();

    /**
     * Returns the call if it may run.
     *
     * @return the approved call, for its handler; empty if it may not run
     */
    default Optional<ApprovedCall> approved() {
        return Optional.empty();
    }

    /** The kinds of outcomes. */
    enum Kind {
        /** An {@link Approved}. */
        APPROVED,
        /** An {@link NeedsApproval}. */
        NEEDS_APPROVAL,
        /** A {@link Declined}. */
        DECLINED,
        /** A {@link Denied}. */
        DENIED,
        /** An {@link Invalid}. */
        INVALID
    }

    /**
     * Returns the message that tells the model why the call doesn't run.
     *
     * @return one sentence; empty if the call may run
     */
    String forModel();

    /**
     * Calls the visitor's method for this kind of outcome.
     *
     * @return the method's result
     */
    <R extends @Nullable Object> R accept(Visitor<R> visitor);

    /**
     * A function of outcomes, with a case for each kind. A kind that joins the family becomes a method without a
     * default.
     *
     * @param <R> the type of the results
     */
    interface Visitor<R extends @Nullable Object> {
        /** Returns the result for a call that may run. */
        R approved(Approved outcome);

        /** Returns the result for a call without an available approver. */
        R needsApproval(NeedsApproval outcome);

        /** Returns the result for a declined call. */
        R declined(Declined outcome);

        /** Returns the result for a denied call. */
        R denied(Denied outcome);

        /** Returns the result for a call whose text is invalid. */
        R invalid(Invalid outcome);
    }

    /**
     * The call may run, once.
     *
     * @param call the approved call, for its handler
     */
    record Approved(ApprovedCall call) implements ToolCallOutcome {
        @Override
        public Kind kind() {
            return Kind.APPROVED;
        }

        @Override
        public Optional<ApprovedCall> approved() {
            return Optional.of(call);
        }

        @Override
        public String forModel() {
            return "";
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.approved(this);
        }
    }

    /**
     * The call needs approval and no approver is available, so it doesn't run.
     *
     * @param decision the rules' decision, whose mode is {@code ask} or {@code edit}
     * @param arguments the arguments, valid and with their defaults; a copy
     */
    record NeedsApproval(RuleDecision decision, ObjectNode arguments) implements ToolCallOutcome {
        @Override
        public Kind kind() {
            return Kind.NEEDS_APPROVAL;
        }

        @Override
        public String forModel() {
            return CallMessages.Unapproved.CALL.withoutApprover();
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.needsApproval(this);
        }

        @Override
        public String toString() {
            return VisibleText.line("NeedsApproval[decision=" + decision + ", arguments=" + arguments + "]");
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
        public Kind kind() {
            return Kind.DECLINED;
        }

        @Override
        public String forModel() {
            return reason;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.declined(this);
        }

        @Override
        public String toString() {
            return VisibleText.line("Declined[reason=" + reason + ", source=" + source + "]");
        }
    }

    /**
     * The call is denied by a rule or by a session policy.
     *
     * @param reason the message for the model
     * @param denial the session policy's denial; empty if a rule denies the call
     */
    record Denied(String reason, Optional<PolicyDenial> denial) implements ToolCallOutcome {
        @Override
        public Kind kind() {
            return Kind.DENIED;
        }

        @Override
        public String forModel() {
            return reason;
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.denied(this);
        }

        @Override
        public String toString() {
            return VisibleText.line("Denied[reason=" + reason + ", denial=" + denial + "]");
        }
    }

    /**
     * The call's text is malformed or doesn't match the tool's schema, or the tool is unknown.
     *
     * @param error the first error in the text
     */
    record Invalid(ArgumentError error) implements ToolCallOutcome {
        @Override
        public Kind kind() {
            return Kind.INVALID;
        }

        @Override
        public String forModel() {
            return error.forModel();
        }

        @Override
        public <R extends @Nullable Object> R accept(Visitor<R> visitor) {
            return visitor.invalid(this);
        }
    }
}
