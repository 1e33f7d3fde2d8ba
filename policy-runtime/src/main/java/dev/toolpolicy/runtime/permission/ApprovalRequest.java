package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request for approval. It creates its own answers; an answer never applies to another request. A closed family of
 * immutable values.
 */
public sealed interface ApprovalRequest permits CallApprovalRequest, ResultApprovalRequest {

    /**
     * Calls the function for this kind of request.
     *
     * @param call the function of a request to run a call
     * @param result the function of a request to deliver a result
     * @return the function's result
     */
    <R> R fold(
            Function<? super CallApprovalRequest, ? extends R> call,
            Function<? super ResultApprovalRequest, ? extends R> result);

    /**
     * Returns the request's number, unique in the process.
     *
     * @return the number
     */
    long id();

    /**
     * Returns the revision, which grows when more arguments are known.
     *
     * @return 1 when the request is first shown
     */
    int revision();

    /**
     * Returns the call that needs approval.
     *
     * @return the call and its session
     */
    ApprovalSubject subject();

    /**
     * Returns the reason why approval is needed.
     *
     * @return the rule list's decision, and other reasons to ask
     */
    ApprovalReason reason();

    /**
     * Returns the call's arguments.
     *
     * @return a copy of those that are known
     */
    ObjectNode arguments();

    /**
     * Returns the problem with an earlier edit.
     *
     * @return a description for people; present only if the request is repeated for that reason
     */
    Optional<String> problem();

    /**
     * Approves the whole call or result, including arguments that arrive later.
     *
     * @return the answer
     */
    default Answer.Approve approve() {
        return new Answer.Approve(id(), revision(), false);
    }

    /**
     * Creates an answer that declines.
     *
     * @param reason the reason, which the model is told; empty for none
     * @return the answer
     */
    default Answer.Decline decline(String reason) {
        return new Answer.Decline(id(), reason, false);
    }

    /**
     * Declines this request and all requests that wait behind it in its session.
     *
     * @param reason the reason, which the model is told; empty for none
     * @return the answer
     */
    default Answer.DeclineAll declineAll(String reason) {
        return new Answer.DeclineAll(id(), reason);
    }

    /**
     * Approves with an edit: other arguments of a call, or another result.
     *
     * @param text the edited JSON text; if it is invalid, the request is repeated with the problem
     * @return the answer
     */
    default Answer.Edit edit(String text) {
        return new Answer.Edit(id(), revision(), text);
    }

    /**
     * Approves with another value.
     *
     * @param value the arguments or the result
     * @return the answer
     */
    default Answer.Edit edit(JsonNode value) {
        return edit(value.toString());
    }
}
