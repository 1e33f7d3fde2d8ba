package dev.toolpolicy.runtime.internal.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.runtime.approval.ApprovalReason;
import dev.toolpolicy.runtime.call.RuleDecision;
import dev.toolpolicy.runtime.call.ToolCallStream;
import dev.toolpolicy.runtime.internal.approve.Misleading;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.remember.StoredApprovals;
import dev.toolpolicy.runtime.internal.remember.Ticket;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool whose rules decide about one call with a stored approval.
 *
 * @param tool the tool
 * @param call the arguments of the call
 * @param facts what is known about it
 */
public record AskingTool(PreparedTool tool, ObjectNode call, Facts facts) implements Ticket.Asker {
    /**
     * Returns the request to approve a call.
     *
     * @param session the call's session
     * @param tool its tool
     * @param stream the call as it was read
     * @param call the call, valid and with all its arguments
     * @param behind the approval whose call must end first; null for none
     * @return the request
     */
    public static StoredApprovals.Request request(
            CallSetting session, PreparedTool tool, ToolCallStream stream, ToolCall call, @Nullable String behind) {
        Facts facts = StreamedCall.known(stream);
        AskingTool asking = new AskingTool(tool, call.arguments(), facts);
        boolean edit = tool.run().evaluate(call.arguments(), facts).mode() == Mode.EDIT;
        ObjectNode evidence = asking.evidence();
        Remedies.of(session, tool, call, facts).forEach(evidence.withArray("remedies")::add);
        return new StoredApprovals.Request(
                call, asking, evidence, edit, behind, FlowEvidence.written(stream, tool, facts));
    }

    /** Creates a call with a stored approval. If a person edited its arguments, the record has the model's too. */
    public static StreamedCall approved(CallSetting session, Approval approval) {
        ToolCall call = approval.call();
        StreamedCall approved = StreamedCall.named(session.withoutApprover(), call.id(), call.tool())
                .append(call.arguments().toString());
        ObjectNode requested = approval.requested();
        return requested.equals(call.arguments()) ? approved : approved.editedFrom(requested);
    }

    /**
     * Returns why a call can't run with edited arguments. If the rules deny the requested ones too, they need facts that
     * aren't known here, and decide when the call is resumed.
     */
    public static Optional<String> problem(CallSetting session, Approval shown, ObjectNode arguments) {
        PreparedTool tool = session.tools().get(shown.call().tool());
        if (tool == null) {
            return Optional.empty();
        }
        CallArguments text = CallArguments.edited(tool, session, arguments.toString());
        ObjectNode requested = shown.requested();
        return text.problem(tool.run().links(requested))
                .or(() -> text.decision()
                        .filter(by -> by.mode() == Mode.DENY
                                && tool.run().evaluate(requested, text.facts()).mode() != Mode.DENY)
                        .map(by -> CallMessages.deniedByRule(tool.rule(by.rule()))));
    }

    @Override
    public String rules() {
        return tool.terms();
    }

    @Override
    public String words(ObjectNode arguments) {
        return tool.asker(arguments, facts);
    }

    @Override
    public ObjectNode completed(ObjectNode arguments) {
        return tool.schema().completed(arguments).orElse(arguments);
    }

    @Override
    public Set<String> links(ObjectNode arguments) {
        return tool.run().links(arguments);
    }

    @Override
    public boolean asks() {
        return tool.run().evaluate(call, facts).mode() != Mode.ALLOW
                || tool.run().guarded(call).isPresent();
    }

    /** Returns why approval is needed, for people: safe text. */
    private ObjectNode evidence() {
        RuleDecision by = tool.run().evaluate(call, facts);
        Optional<RuleSpec> rule = tool.rule(by.rule());
        Optional<String> guarded = by.guarded().or(() -> tool.run().guarded(call));
        ApprovalReason reason = tool.reason(
                        ListKind.RUN, by, guarded, Optional.empty(), tool.run().marked(call, facts))
                .withLinks(tool.run().links(call));
        ObjectNode evidence = JsonNodeFactory.instance.objectNode();
        evidence.put("rule", VisibleText.line(reason.toString()));
        rule.flatMap(RuleSpec::name).ifPresent(name -> evidence.put("name", VisibleText.line(name)));
        rule.flatMap(RuleSpec::reason).ifPresent(why -> evidence.put("reason", VisibleText.line(why)));
        if (!reason.origin().isEmpty()) {
            evidence.put("place", VisibleText.line(reason.origin()));
        }
        reason.decidedBy().forEach(each -> evidence.withArray("decided").add(each.toString()));
        reason.links().forEach(each -> evidence.withArray("links").add(VisibleText.line(each)));
        Misleading.in(call).forEach(evidence.withArray("warnings")::add);
        return evidence;
    }
}
