package dev.toolpolicy.runtime.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.runtime.internal.approve.Misleading;
import dev.toolpolicy.runtime.internal.approve.RequestText;
import dev.toolpolicy.schema.NormalPath;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A request for approval. Not to be implemented by users. It creates its own answers; an answer never applies to another
 * request. Immutable.
 *
 * <p>It asks whether a call may run, or, if it has a {@link #result()}, whether the result of a call that has run may be
 * delivered to the model. The request to run a call opens when the call is complete, or as soon as the rules ask if
 * {@link PermissionSettings#withEarly} is set.
 */
public interface ApprovalRequest {

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
     * Returns the session of the call.
     *
     * @return the session's id
     */
    String session();

    /**
     * Returns the call's number.
     *
     * @return the number, unique in the process
     */
    long serial();

    /**
     * Returns the provider's id of the call.
     *
     * @return the id, possibly empty, not always unique
     */
    String callId();

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
     * Returns the tool.
     *
     * @return the tool, with its schema and its current rules
     */
    ToolSpec<?> tool();

    /**
     * Returns how the engine reads the paths among the arguments.
     *
     * @return the engine's form of paths
     */
    NormalPath.Form paths();

    /**
     * Returns the declared parameters that may still arrive.
     *
     * @return the names in the order of the schema; empty for a result
     */
    List<String> missing();

    /**
     * Returns changes of one argument with which the call would run without an approval, such as {@code /amount maximum
     * 100}. Each was tried with the session's rules and policies of now.
     *
     * @return at most three, in the order of the rules; empty for a call that isn't complete, and for a result
     */
    Set<String> remedies();

    /**
     * Returns what could mislead an eye in the arguments: invisible characters, blanks around a value, letters of
     * several scripts in one word, names that look alike.
     *
     * @return at most 20 lines of safe text, each with the place
     */
    default Set<String> warnings() {
        return Misleading.in(arguments());
    }

    /**
     * Returns whether the arguments are complete and valid.
     *
     * @return true for a result
     */
    boolean complete();

    /**
     * Returns the parameters that arrived after the approver approved what was shown.
     *
     * @return their names; empty if that didn't happen
     */
    List<String> unseen();

    /**
     * Returns the result that may be delivered. If the request is declined, the model gets a notice instead; the call
     * has run in any case.
     *
     * @return a copy of the handler's result; empty if the request is to run a call
     */
    Optional<JsonNode> result();

    /**
     * Returns whether the handler succeeded.
     *
     * @return true if the {@link #result} is that of a success; false for a call
     */
    boolean success();

    /**
     * Returns the request in a few lines, for a list or a log: what needs approval, by which rule, the call, and its
     * result if that is what needs approval. Of each text, 80 characters are shown, of each array or object 20 members;
     * only the values that decided are whole. A person who approves must see the rest: use {@link #wholeText()}. The
     * text is safe to print: invisible characters are escaped.
     *
     * @return a few lines, without a line break at the end
     */
    default String summary() {
        return RequestText.of(this, ArgumentDisplay.Settings.defaults());
    }

    /**
     * Returns the request in words, as {@link #summary()} does. Nothing is cut, and the text can be as long as the
     * arguments: a surface that can't show it all declines.
     *
     * @return the text, without a line break at the end
     */
    default String wholeText() {
        return RequestText.of(this, ArgumentDisplay.Settings.whole());
    }

    /**
     * Returns the problem with an earlier edit.
     *
     * @return a description for people; present only if the request is repeated for that reason
     */
    Optional<String> problem();

    /**
     * Approves what this request shows: the call if it is complete, or the result. If it is an early request and an
     * argument arrives later, the request is repeated with the rest.
     *
     * @return the answer
     */
    default Answer approve() {
        return Answer.approve(id(), revision());
    }

    /**
     * Creates an answer that declines.
     *
     * @param reason the reason, which the model is told; empty for none
     * @return the answer
     */
    default Answer decline(String reason) {
        return Answer.decline(id(), reason);
    }

    /**
     * Declines this request and all requests that wait behind it in its session.
     *
     * @param reason the reason, which the model is told; empty for none
     * @return the answer
     */
    default Answer declineAll(String reason) {
        return Answer.declineAll(id(), reason);
    }

    /**
     * Approves with an edit: other arguments of a call, or another result.
     *
     * @param text the edited JSON text; if it is invalid, the request is repeated with the problem
     * @return the answer
     */
    default Answer edit(String text) {
        return Answer.edit(id(), revision(), text);
    }

    /**
     * Approves with another value.
     *
     * @param value the arguments or the result
     * @return the answer
     */
    default Answer edit(JsonNode value) {
        return edit(value.toString());
    }

    /**
     * Postpones the answer to a call that isn't complete: the request is repeated when all arguments have arrived, and
     * other requests go first.
     *
     * @return the answer
     */
    default Answer waitForAll() {
        return Answer.waitForAll(id());
    }
}
