package dev.toolpolicy.runtime.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.permission.Reply;
import dev.toolpolicy.schema.ArgumentError;
import java.util.Optional;

/** What became of a call whose text has ended. Only an approved one can run. A closed family of values. */
public sealed interface ToolCallOutcome {

    /**
     * The call may run, once.
     *
     * @param call what a handler needs, and whom it tells of its result
     */
    record Approved(ApprovedCall call) implements ToolCallOutcome {}

    /**
     * The rules ask somebody first, and nobody was asked: the call doesn't run.
     *
     * @param decision the rules' decision, whose mode is {@code ask} or {@code edit}
     * @param arguments the arguments, valid and with their defaults; a copy
     */
    record Unanswered(RunDecision decision, ObjectNode arguments) implements ToolCallOutcome {}

    /**
     * Somebody was asked and said no, or nobody could be reached: the call doesn't run.
     *
     * @param reason what the model is told
     * @param source who or what declined it
     */
    record Declined(String reason, Reply.Source source) implements ToolCallOutcome {}

    /**
     * The call is refused.
     *
     * @param reason what the model is told
     * @param denial the session policy that denied it; empty if a rule skips it
     */
    record Refused(String reason, Optional<CallDenial> denial) implements ToolCallOutcome {}

    /**
     * The call's text breaks the tool's schema or JSON, or the tool is unknown.
     *
     * @param error the first error in the text
     */
    record Invalid(ArgumentError error) implements ToolCallOutcome {}
}
