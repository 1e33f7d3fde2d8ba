package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.approval.ApprovalRequest;
import dev.toolpolicy.runtime.internal.approve.ApprovalSubject;
import dev.toolpolicy.runtime.internal.approve.ShownRequest;
import dev.toolpolicy.schema.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The approval request of a call while more arguments become known: the open request, and what each of its revisions
 * showed. Guarded by the lock of its {@link CallPermission}.
 */
final class CallQuestion {
    private record Shown(Set<String> names, boolean complete, boolean need, Set<String> links) {}

    private final PreparedTool tool;
    private final ApprovalSubject subject;
    private final List<Shown> shown = new ArrayList<>();
    private ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    /** The first stricter rule that can't be read for the complete call. */
    private OptionalInt unread = OptionalInt.empty();

    /** Whether several lists need approval for the complete call. */
    private boolean twice;

    /** Where the links of the arguments lead. */
    private Set<String> links = Set.of();
    /** Where they led when what was shown was approved. */
    private Set<String> seen = Set.of();

    private int count = -1;
    private boolean complete;
    /** Whether the arguments are those of a complete call. */
    private boolean taken;

    private long request;
    /** The parameters that were approved as shown. */
    private @Nullable Set<String> approved;

    private Optional<String> problem = Optional.empty();

    CallQuestion(PreparedTool tool, ApprovalSubject subject) {
        this.tool = tool;
        this.subject = subject;
    }

    String tool() {
        return subject.tool();
    }

    PreparedTool prepared() {
        return tool;
    }

    /**
     * Takes the known arguments, if they are needed. Returns whether there is more to show. A model can send millions
     * of undeclared parameters, so these wait for the next declared one, or the end.
     */
    boolean take(CallArguments text, boolean wanted) {
        complete = text.isWhole();
        int known = text.declaredCount();
        if (!wanted || known == count && complete == taken) {
            return false;
        }
        count = known;
        taken = complete;
        arguments = complete ? text.whole() : text.known(text.knownCount());
        unread = complete ? text.marked() : OptionalInt.empty();
        twice = complete && text.asksTwice();
        links = complete ? text.links() : tool.run().links(arguments);
        return true;
    }

    boolean isComplete() {
        return complete;
    }

    /** Returns the arguments of the complete call; empty if it isn't complete. */
    Optional<ObjectNode> whole() {
        return complete ? Optional.of(arguments) : Optional.empty();
    }

    /** Returns the complete call; empty if it isn't complete. */
    Optional<ToolCall> call() {
        return whole().map(all -> new ToolCall(subject.callId(), tool(), all));
    }

    /** Returns the path argument that needs approval even if an answer was remembered. */
    Optional<String> guarded() {
        return tool.run().guarded(arguments);
    }

    /** Returns the first stricter rule that can't be read; empty if the call isn't complete. */
    OptionalInt unread() {
        return unread;
    }

    /** Returns whether several lists need approval, of which a remembered answer covers one. */
    boolean asksTwice() {
        return twice;
    }

    /** Returns where the links of the arguments lead. */
    Set<String> links() {
        return links;
    }

    long request() {
        return request;
    }

    void problem(String words) {
        problem = Optional.of(words);
    }

    /** Creates a new request. */
    ApprovalRequest first(long id, ApprovalReason reason, Set<String> remedies) {
        request = id;
        shown.clear();
        return next(reason, remedies);
    }

    /** Creates the next revision of the request. */
    ApprovalRequest next(ApprovalReason reason, Set<String> remedies) {
        Set<String> names = new LinkedHashSet<>(names());
        shown.add(new Shown(names, complete, reason.need().isPresent(), reason.links()));
        return ShownRequest.ofCall(request, subject, reason)
                .showing(shown.size(), arguments, missing(names), complete, unseen(names))
                .with(remedies, problem);
    }

    /** Returns the known parameters. */
    List<String> names() {
        return arguments.propertyStream().map(Map.Entry::getKey).toList();
    }

    private List<String> missing(Set<String> known) {
        return complete
                ? List.of()
                : tool.definition().schema().parameters().stream()
                        .map(Parameter::name)
                        .filter(name -> !known.contains(name))
                        .toList();
    }

    private List<String> unseen(Set<String> names) {
        Set<String> before = approved;
        return before == null
                ? List.of()
                : names.stream().filter(name -> !before.contains(name)).toList();
    }

    /** Returns what a revision showed; empty if there is no such revision. */
    private Optional<Shown> shown(int revision) {
        return revision >= 1 && revision <= shown.size() ? Optional.of(shown.get(revision - 1)) : Optional.empty();
    }

    boolean showedNeed(int revision) {
        return shown(revision).map(Shown::need).orElse(false);
    }

    boolean showedAll(int revision) {
        return shown(revision).map(Shown::complete).orElse(false);
    }

    /** Records the approval of what a revision showed. */
    void approve(int revision) {
        approved = shown(revision).map(Shown::names).orElse(Set.of());
        seen = shown(revision).map(Shown::links).orElse(Set.of());
    }

    /** Returns whether arguments have arrived that were not shown, or links lead elsewhere. */
    boolean hasUnseen() {
        return approved == null || !approved.containsAll(names()) || !links.equals(seen);
    }

    /** Returns whether a link that was seen leads elsewhere. */
    boolean hasMoved() {
        return !links.containsAll(seen);
    }
}
