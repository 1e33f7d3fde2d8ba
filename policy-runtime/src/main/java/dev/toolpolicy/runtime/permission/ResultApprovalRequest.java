package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Function;

/**
 * The request to approve the delivery of a call's result to the model. If it is declined, the model gets a notice
 * instead. The call has run in any case. Immutable.
 *
 * @param id the request's number
 * @param subject the call
 * @param reason the reason why approval is needed
 * @param arguments the arguments that ran
 * @param success whether the handler succeeded
 * @param result the handler's return value, or a description of its failure
 * @param problem the problem with an earlier edit; empty unless the request is repeated for that reason
 */
public record ResultApprovalRequest(
        long id,
        ApprovalSubject subject,
        ApprovalReason reason,
        ObjectNode arguments,
        boolean success,
        JsonNode result,
        Optional<String> problem)
        implements ApprovalRequest {

    /**
     * Copies the components.
     *
     * @param id the request's number
     * @param subject the call
     * @param reason the reason why approval is needed
     * @param arguments the arguments that ran
     * @param success whether the handler succeeded
     * @param result the handler's return value, or a description of its failure
     * @param problem the problem with an earlier edit
     */
    public ResultApprovalRequest {
        arguments = arguments.deepCopy();
        result = result.deepCopy();
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
    @Override
    public JsonNode result() {
        return result.deepCopy();
    }

    @Override
    public <R> R fold(
            Function<? super CallApprovalRequest, ? extends R> call,
            Function<? super ResultApprovalRequest, ? extends R> result) {
        return result.apply(this);
    }
}
