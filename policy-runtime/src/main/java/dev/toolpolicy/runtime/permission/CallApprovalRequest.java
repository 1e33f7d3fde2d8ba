package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * Whether a call may run, asked as soon as its rules want that: perhaps before all its arguments have come. Immutable.
 *
 * @param id the prompt's number
 * @param revision how often what is known has grown
 * @param subject the call
 * @param reason why somebody is asked
 * @param arguments the top-level parameters that are complete; all of them, with defaults, if {@code complete}
 * @param missing the declared parameters that may still come, in the order of the schema
 * @param complete whether these are all arguments, and valid
 * @param unseen the parameters that have come since somebody approved what they saw; empty if nobody has
 * @param problem why edited arguments couldn't be taken; empty unless this asks again for that reason
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
     * @param id the prompt's number
     * @param revision how often what is known has grown
     * @param subject the call
     * @param reason why somebody is asked
     * @param arguments the top-level parameters that are complete
     * @param missing the declared parameters that may still come, in the order of the schema
     * @param complete whether these are all arguments, and valid
     * @param unseen the parameters that have come since somebody approved what they saw
     * @param problem why edited arguments couldn't be taken
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
     * Yes to what this revision shows. If any argument is completed after it, the prompt comes again with the rest.
     *
     * @return the answer
     */
    public Answer.ApproveSeen approveSeen() {
        return new Answer.ApproveSeen(id, revision);
    }

    /**
     * Not now: the prompt comes again when all arguments are there, and others go first.
     *
     * @return the answer
     */
    public Answer.WaitForAll waitForAll() {
        return new Answer.WaitForAll(id);
    }
}
