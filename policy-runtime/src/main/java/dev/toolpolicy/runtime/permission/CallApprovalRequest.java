package dev.toolpolicy.runtime.permission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The request to approve a call. It opens as soon as the rules ask, which may be before all arguments have arrived.
 * Immutable.
 */
public final class CallApprovalRequest implements ApprovalRequest {
    private final long id;
    private final int revision;
    private final ApprovalSubject subject;
    private final ApprovalReason reason;
    private final ObjectNode arguments;
    private final List<String> missing;
    private final boolean complete;
    private final List<String> unseen;
    private final Optional<String> problem;

    /**
     * Creates the request to approve a call of which no argument is known.
     *
     * @param id the request's number
     * @param subject the call
     * @param reason the reason why approval is needed
     */
    public CallApprovalRequest(long id, ApprovalSubject subject, ApprovalReason reason) {
        this(
                id,
                1,
                subject,
                reason,
                JsonNodeFactory.instance.objectNode(),
                List.of(),
                false,
                List.of(),
                Optional.empty());
    }

    private CallApprovalRequest(
            long id,
            int revision,
            ApprovalSubject subject,
            ApprovalReason reason,
            ObjectNode arguments,
            List<String> missing,
            boolean complete,
            List<String> unseen,
            Optional<String> problem) {
        arguments = arguments.deepCopy();
        missing = List.copyOf(missing);
        unseen = List.copyOf(unseen);
        this.id = id;
        this.revision = revision;
        this.subject = subject;
        this.reason = reason;
        this.arguments = arguments;
        this.missing = missing;
        this.complete = complete;
        this.unseen = unseen;
        this.problem = problem;
    }

    /**
     * Returns this request as another revision.
     *
     * @param revision the revision, which grows when more arguments are known
     */
    public CallApprovalRequest withRevision(int revision) {
        return new CallApprovalRequest(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
    }

    /**
     * Returns this request with arguments.
     *
     * @param arguments the top-level parameters that are complete; all of them, with defaults, if {@code complete}
     * @param missing the declared parameters that may still arrive, in the order of the schema
     * @param complete whether the arguments are complete and valid
     */
    public CallApprovalRequest withArguments(ObjectNode arguments, List<String> missing, boolean complete) {
        return new CallApprovalRequest(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
    }

    /**
     * Returns this request with the parameters that were not seen.
     *
     * @param unseen the parameters that arrived after the approver approved what was shown; empty if that didn't happen
     */
    public CallApprovalRequest withUnseen(List<String> unseen) {
        return new CallApprovalRequest(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
    }

    /**
     * Returns this request with the problem of an earlier edit.
     *
     * @param problem the problem with an earlier edit; empty unless the request is repeated for that reason
     */
    public CallApprovalRequest withProblem(Optional<String> problem) {
        return new CallApprovalRequest(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public int revision() {
        return revision;
    }

    @Override
    public ApprovalSubject subject() {
        return subject;
    }

    @Override
    public ApprovalReason reason() {
        return reason;
    }

    /** Returns the declared parameters that may still arrive, in the order of the schema. */
    public List<String> missing() {
        return missing;
    }

    /** Returns whether the arguments are complete and valid. */
    public boolean complete() {
        return complete;
    }

    /** Returns the parameters that arrived after the approver approved what was shown; empty if that didn't happen. */
    public List<String> unseen() {
        return unseen;
    }

    @Override
    public Optional<String> problem() {
        return problem;
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

    private List<Object> parts() {
        return List.of(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallApprovalRequest that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return parts().hashCode();
    }

    @Override
    public String toString() {
        return "CallApprovalRequest[id=" + id + ", revision=" + revision + ", subject=" + subject + ", reason=" + reason
                + ", arguments=" + arguments + ", missing=" + missing + ", complete=" + complete + ", unseen=" + unseen
                + ", problem=" + problem + "]";
    }
}
