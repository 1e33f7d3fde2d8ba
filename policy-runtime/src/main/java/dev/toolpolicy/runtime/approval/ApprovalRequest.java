package dev.toolpolicy.runtime.approval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.Answer;
import dev.toolpolicy.runtime.internal.approve.ArgumentDisplay;
import dev.toolpolicy.runtime.internal.approve.RequestText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request for approval. It creates its own answers; an answer never applies to another request. A closed family of
 * immutable values.
 */
public sealed interface ApprovalRequest {

    /**
     * Calls the function for this kind of request.
     *
     * @param call the function of a request to run a call
     * @param result the function of a request to deliver a result
     * @return the function's result
     */
    <R> R fold(Function<? super OfCall, ? extends R> call, Function<? super OfResult, ? extends R> result);

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
     * Returns the tool.
     *
     * @return the tool, with its schema and its current rules
     */
    default ToolSpec<?> tool() {
        return subject().spec();
    }

    /**
     * Returns the request in a few lines, for a list or a log: what needs approval, by which rule, the call, and its
     * result if that is what needs approval. Of each text, 80 characters are shown, of each array or object 20 members;
     * only the values that decided are whole. A person who approves must see the rest: use {@link #wholeText()}. The text is safe to print: invisible characters are escaped.
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
     * The request to approve a call. It opens when the call is complete, or as soon as the rules ask if {@link
     * PermissionSettings#early} is set. Immutable.
     */
    final class OfCall implements ApprovalRequest {
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
        public OfCall(long id, ApprovalSubject subject, ApprovalReason reason) {
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

        private OfCall(
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
        public OfCall withRevision(int revision) {
            return new OfCall(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
        }

        /**
         * Returns this request with arguments.
         *
         * @param arguments the top-level parameters that are complete; all of them, with defaults, if {@code complete}
         * @param missing the declared parameters that may still arrive, in the order of the schema
         * @param complete whether the arguments are complete and valid
         */
        public OfCall withArguments(ObjectNode arguments, List<String> missing, boolean complete) {
            return new OfCall(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
        }

        /**
         * Returns this request with the parameters that its approver has not seen.
         *
         * @param unseen the parameters that arrived after the approver approved what was shown; empty if that didn't
         *     happen
         */
        public OfCall withUnseen(List<String> unseen) {
            return new OfCall(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
        }

        /**
         * Returns this request with the problem of an earlier edit.
         *
         * @param problem the problem with an earlier edit; empty unless the request is repeated for that reason
         */
        public OfCall withProblem(Optional<String> problem) {
            return new OfCall(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
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

        /**
         * Returns the parameters that arrived after the approver approved what was shown; empty if that didn't happen.
         */
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
         * Postpones the answer: the request is repeated when all arguments have arrived, and other requests go first.
         *
         * @return the answer
         */
        public Answer waitForAll() {
            return Answer.waitForAll(id);
        }

        @Override
        public <R> R fold(Function<? super OfCall, ? extends R> call, Function<? super OfResult, ? extends R> result) {
            return call.apply(this);
        }

        private List<Object> parts() {
            return List.of(id, revision, subject, reason, arguments, missing, complete, unseen, problem);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OfCall that && parts().equals(that.parts());
        }

        @Override
        public int hashCode() {
            return parts().hashCode();
        }

        @Override
        public String toString() {
            return VisibleText.line("ApprovalRequest.OfCall[id=" + id + ", revision=" + revision + ", subject="
                    + subject + ", reason="
                    + reason
                    + ", arguments=" + arguments + ", missing=" + missing + ", complete=" + complete + ", unseen="
                    + unseen
                    + ", problem=" + problem + "]");
        }
    }

    /**
     * The request to approve the delivery of a call's result to the model. If it is declined, the model gets a notice
     * instead. The call has run in any case. Immutable.
     */
    final class OfResult implements ApprovalRequest {
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
        public OfResult(long id, ApprovalSubject subject, ApprovalReason reason, boolean success, JsonNode result) {
            this(id, subject, reason, JsonNodeFactory.instance.objectNode(), success, result, Optional.empty());
        }

        private OfResult(
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
        public OfResult withArguments(ObjectNode arguments) {
            return new OfResult(id, subject, reason, arguments, success, result, problem);
        }

        /**
         * Returns this request with the problem of an earlier edit.
         *
         * @param problem the problem with an earlier edit; empty unless the request is repeated for that reason
         */
        public OfResult withProblem(Optional<String> problem) {
            return new OfResult(id, subject, reason, arguments, success, result, problem);
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
        public <R> R fold(Function<? super OfCall, ? extends R> call, Function<? super OfResult, ? extends R> result) {
            return result.apply(this);
        }

        private List<Object> parts() {
            return List.of(id, subject, reason, arguments, success, result, problem);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof OfResult that && parts().equals(that.parts());
        }

        @Override
        public int hashCode() {
            return parts().hashCode();
        }

        @Override
        public String toString() {
            return VisibleText.line(
                    "ApprovalRequest.OfResult[id=" + id + ", subject=" + subject + ", reason=" + reason + ", arguments="
                            + arguments + ", success=" + success + ", result=" + result + ", problem=" + problem + "]");
        }
    }
}
