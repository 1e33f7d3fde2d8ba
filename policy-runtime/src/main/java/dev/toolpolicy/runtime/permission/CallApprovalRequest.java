package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The request to approve a call. It opens as soon as the rules ask, which may be before all arguments have arrived.
 * Immutable.
 *
 * @param id the request's number
 * @param revision the revision, which grows when more arguments are known
 * @param subject the call
 * @param reason the reason why approval is needed
 * @param arguments the top-level parameters that are complete; all of them, with defaults, if {@code complete}
 * @param missing the declared parameters that may still arrive, in the order of the schema
 * @param complete whether the arguments are complete and valid
 * @param unseen the parameters that arrived after the approver approved what was shown; empty if that didn't happen
 * @param problem the problem with an earlier edit; empty unless the request is repeated for that reason
 */
public record CallApprovalRequest(
        long id,
        int revision,
        ApprovalSubject subject,
        ApprovalReason reason,
        ObjectNode arguments,
        List<String> missing,
        boolean complete,
        List<String> unseen,
        Optional<String> problem)
        implements ApprovalRequest {

    /**
     * Copies the components.
     *
     * @param id the request's number
     * @param revision the revision, which grows when more arguments are known
     * @param subject the call
     * @param reason the reason why approval is needed
     * @param arguments the top-level parameters that are complete
     * @param missing the declared parameters that may still arrive, in the order of the schema
     * @param complete whether the arguments are complete and valid
     * @param unseen the parameters that arrived after the approver approved what was shown
     * @param problem the problem with an earlier edit
     */
    public CallApprovalRequest {
        arguments = arguments.deepCopy();
        missing = List.copyOf(missing);
        unseen = List.copyOf(unseen);
    }

    @Override
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    /**
     * Approves what this revision shows. If another argument completes later, the request is repeated with the rest.
     *
     * @return the answer
     */
    public Answer.ApproveSeen approveSeen() {
        return new Answer.ApproveSeen(id, revision);
    }

    /**
     * Postpones the answer: the request is repeated when all arguments have arrived, and other requests go first.
     *
     * @return the answer
     */
    public Answer.WaitForAll waitForAll() {
        return new Answer.WaitForAll(id);
    }

    @Override
    public <R> R fold(
            Function<? super CallApprovalRequest, ? extends R> call,
            Function<? super ResultApprovalRequest, ? extends R> result) {
        return call.apply(this);
    }
}
