package dev.toolpolicy.runtime.internal.approve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.schema.NormalPath;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A request as a handler sees it. Immutable; it gives and takes copies of JSON values. */
public record ShownRequest(
        long id,
        int revision,
        ApprovalSubject subject,
        ApprovalReason reason,
        ObjectNode arguments,
        List<String> missing,
        boolean complete,
        List<String> unseen,
        Optional<JsonNode> result,
        boolean success,
        Set<String> remedies,
        Optional<String> problem)
        implements ApprovalRequest {

    /** Copies the components. */
    public ShownRequest {
        arguments = arguments.deepCopy();
        missing = List.copyOf(missing);
        unseen = List.copyOf(unseen);
        result = result.map(JsonNode::deepCopy);
        remedies = Collections.unmodifiableSet(new LinkedHashSet<>(remedies));
    }

    /** Creates the request to run a call of which no argument is known. */
    public static ShownRequest ofCall(long id, ApprovalSubject subject, ApprovalReason reason) {
        ObjectNode none = JsonNodeFactory.instance.objectNode();
        return first(id, subject, reason, none, false, Optional.empty());
    }

    /** Creates the request to deliver a result, with the arguments that ran. */
    public static ShownRequest ofResult(
            long id,
            ApprovalSubject subject,
            ApprovalReason reason,
            ObjectNode arguments,
            boolean success,
            JsonNode result) {
        return first(id, subject, reason, arguments, success, Optional.of(result));
    }

    /** Creates the first revision of a request, which is complete if it shows a result. */
    private static ShownRequest first(
            long id,
            ApprovalSubject subject,
            ApprovalReason reason,
            ObjectNode arguments,
            boolean success,
            Optional<JsonNode> result) {
        boolean complete = result.isPresent();
        List<String> none = List.of();
        Set<String> remedies = Set.of();
        Optional<String> problem = Optional.empty();
        return new ShownRequest(
                id, 1, subject, reason, arguments, none, complete, none, result, success, remedies, problem);
    }

    /** Returns this request to run a call with another revision of what is known. */
    public ShownRequest showing(
            int revision, ObjectNode arguments, List<String> missing, boolean complete, List<String> unseen) {
        return new ShownRequest(
                id, revision, subject, reason, arguments, missing, complete, unseen, result, success, remedies,
                problem);
    }

    /**
     * Returns this request with its remedies and the problem of an earlier edit.
     *
     * @param remedies changes with which it would have run without an approval
     * @param problem the problem of an earlier edit
     */
    public ShownRequest with(Set<String> remedies, Optional<String> problem) {
        return new ShownRequest(
                id, revision, subject, reason, arguments, missing, complete, unseen, result, success, remedies,
                problem);
    }

    @Override
    public String session() {
        return subject.session();
    }

    @Override
    public long serial() {
        return subject.serial();
    }

    @Override
    public String callId() {
        return subject.callId();
    }

    @Override
    public ToolSpec<?> tool() {
        return subject.spec();
    }

    @Override
    public NormalPath.Form paths() {
        return subject.paths();
    }

    @Override
    public ObjectNode arguments() {
        return arguments.deepCopy();
    }

    @Override
    public Optional<JsonNode> result() {
        return result.map(JsonNode::deepCopy);
    }

    @Override
    public String toString() {
        return VisibleText.line("ApprovalRequest[id=" + id + ", revision=" + revision + ", subject="
                + subject + ", reason=" + reason + ", arguments=" + arguments + ", missing=" + missing + ", complete="
                + complete + ", unseen=" + unseen + ", result=" + result + ", success=" + success + ", remedies="
                + remedies + ", problem=" + problem + "]");
    }
}
