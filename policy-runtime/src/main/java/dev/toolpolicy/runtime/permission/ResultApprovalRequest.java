package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The request to approve the delivery of a call's result to the model. If it is declined, the model gets a notice
 * instead. The call has run in any case. Immutable.
 */
public final class ResultApprovalRequest implements ApprovalRequest {
    private final long id;
    private final ApprovalSubject subject;
    private final ApprovalReason reason;
    private final ObjectNode arguments;
    private final boolean success;
    private final JsonNode result;
    private final Optional<String> problem;

    /**
     * Creates the request to deliver a result.
     *
     * @param id the request's number
     * @param subject the call
     * @param reason the reason why approval is needed
     * @param success whether the handler succeeded
     * @param result the handler's return value, or a description of its failure
     */
    public ResultApprovalRequest(
            long id, ApprovalSubject subject, ApprovalReason reason, boolean success, JsonNode result) {
        this(id, subject, reason, JsonNodeFactory.instance.objectNode(), success, result, Optional.empty());
    }

    private ResultApprovalRequest(
            long id,
            ApprovalSubject subject,
            ApprovalReason reason,
            ObjectNode arguments,
            boolean success,
            JsonNode result,
            Optional<String> problem) {
        arguments = arguments.deepCopy();
        result = result.deepCopy();
        this.id = id;
        this.subject = subject;
        this.reason = reason;
        this.arguments = arguments;
        this.success = success;
        this.result = result;
        this.problem = problem;
    }

    /**
     * Returns this request with the arguments that ran.
     *
     * @param arguments the arguments that ran
     */
    public ResultApprovalRequest withArguments(ObjectNode arguments) {
        return new ResultApprovalRequest(id, subject, reason, arguments, success, result, problem);
    }

    /**
     * Returns this request with the problem of an earlier edit.
     *
     * @param problem the problem with an earlier edit; empty unless the request is repeated for that reason
     */
    public ResultApprovalRequest withProblem(Optional<String> problem) {
        return new ResultApprovalRequest(id, subject, reason, arguments, success, result, problem);
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public ApprovalSubject subject() {
        return subject;
    }

    @Override
    public ApprovalReason reason() {
        return reason;
    }

    /** Returns whether the handler succeeded. */
    public boolean success() {
        return success;
    }

    @Override
    public Optional<String> problem() {
        return problem;
    }

    @Override
    public int revision() {
        return 1;
    }

    @Override
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    /**
     * Returns the handler's result.
     *
     * @return a copy
     */
    public JsonNode result() {
        return result.deepCopy();
    }

    @Override
    public <R> R fold(
            Function<? super CallApprovalRequest, ? extends R> call,
            Function<? super ResultApprovalRequest, ? extends R> result) {
        return result.apply(this);
    }

    private List<Object> parts() {
        return List.of(id, subject, reason, arguments, success, result, problem);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResultApprovalRequest that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "ResultApprovalRequest[id=" + id + ", subject=" + subject + ", reason=" + reason + ", arguments="
                + arguments + ", success=" + success + ", result=" + result + ", problem=" + problem + "]";
    }
}
