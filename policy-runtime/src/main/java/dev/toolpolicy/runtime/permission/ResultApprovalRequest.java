package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Whether the result of a call that ran is delivered to the model; where it isn't, the model gets a notice. The call's
 * effect is there, whatever is answered. Immutable.
 *
 * @param id the prompt's number
 * @param subject the call
 * @param reason why somebody is asked
 * @param arguments the arguments that ran
 * @param success whether the handler succeeded
 * @param result what it returned, or in words how it failed
 * @param problem why an edited result couldn't be taken; empty unless this asks again for that reason
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
     * @param id the prompt's number
     * @param subject the call
     * @param reason why somebody is asked
     * @param arguments the arguments that ran
     * @param success whether the handler succeeded
     * @param result what it returned, or in words how it failed
     * @param problem why an edited result couldn't be taken
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
     * What the handler returned.
     *
     * @return a copy
     */
    @Override
    public JsonNode result() {
        return result.deepCopy();
    }
}
