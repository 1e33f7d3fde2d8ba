package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.decision.CallDenial;
import dev.toolpolicy.runtime.decision.RunDecision;
import dev.toolpolicy.runtime.permission.Reply;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Locale;
import java.util.Optional;

/** What became of a call whose text has ended. Only an approved one can run. A closed family of values. */
public sealed interface ToolCallOutcome {

    /**
     * The outcome in one word, for records.
     *
     * @return {@code approved}, {@code unanswered}, {@code declined}, {@code refused} or {@code invalid}
     */
    default String word() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /**
     * Why the call doesn't run, as the model is told.
     *
     * @return one sentence; empty if it may run
     */
    String forModel();

    /**
     * The call may run, once.
     *
     * @param call what a handler needs, and whom it tells of its result
     */
    record Approved(ApprovedCall call) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return "";
        }
    }

    /**
     * The rules ask somebody first, and nobody was asked: the call doesn't run.
     *
     * @param decision the rules' decision, whose mode is {@code ask} or {@code edit}
     * @param arguments the arguments, valid and with their defaults; a copy
     */
    record Unanswered(RunDecision decision, ObjectNode arguments) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return "Nobody could be asked whether this call may run, so it was declined";
        }
    }

    /**
     * Somebody was asked and said no, or nobody could be reached: the call doesn't run.
     *
     * @param reason what the model is told
     * @param source who or what declined it
     */
    record Declined(String reason, Reply.Source source) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return reason;
        }
    }

    /**
     * The call is refused.
     *
     * @param reason what the model is told
     * @param denial the session policy that denied it; empty if a rule skips it
     */
    record Refused(String reason, Optional<CallDenial> denial) implements ToolCallOutcome {
        @Override
        public String forModel() {
            return reason;
        }
    }

    /**
     * The call's text breaks the tool's schema or JSON, or the tool is unknown.
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
