package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A question to somebody. It makes the answers to itself: an answer is for one prompt, and never answers another. A closed
 * family of immutable values.
 */
public sealed interface ApprovalRequest permits CallApprovalRequest, ResultApprovalRequest {

    /**
     * The prompt's number.
     *
     * @return a number that no other prompt of this process has
     */
    long id();

    /**
     * How often what is known has grown since the prompt was shown.
     *
     * @return 1 when it is shown first
     */
    int revision();

    /**
     * The call that it is about.
     *
     * @return which call of which session
     */
    ApprovalSubject subject();

    /**
     * Why somebody is asked.
     *
     * @return the list's decision, and what else stands against going on unattended
     */
    ApprovalReason reason();

    /**
     * The call's arguments.
     *
     * @return a copy of those that are known
     */
    ObjectNode arguments();

    /**
     * Why what was edited before couldn't be taken.
     *
     * @return words for people; empty unless this asks again for that reason
     */
    Optional<String> problem();

    /**
     * Yes, whatever follows.
     *
     * @return the answer
     */
    default Answer.Approve approve() {
        return new Answer.Approve(id(), revision(), false);
    }

    /**
     * No.
     *
     * @param why the reason, which the model is told; empty for none
     * @return the answer
     */
    default Answer.Decline decline(String why) {
        return new Answer.Decline(id(), why, false);
    }

    /**
     * No to this and to all that is waiting behind it in its session.
     *
     * @param why the reason, which the model is told; empty for none
     * @return the answer
     */
    default Answer.DeclineAll declineAll(String why) {
        return new Answer.DeclineAll(id(), why);
    }

    /**
     * Yes, with something else in its place: other arguments of a call, another result.
     *
     * @param text JSON text as it was edited; if it isn't valid there, the prompt comes again with the problem
     * @return the answer
     */
    default Answer.Edit edit(String text) {
        return new Answer.Edit(id(), revision(), text);
    }

    /**
     * Yes, with another value in its place.
     *
     * @param value the arguments or the result
     * @return the answer
     */
    default Answer.Edit edit(JsonNode value) {
        return edit(value.toString());
    }
}
