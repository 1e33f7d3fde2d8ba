package dev.toolpolicy.runtime.internal.approve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.approval.Approval;
import dev.toolpolicy.schema.ArgumentPointer;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.List;

/** A stored approval for people and other programs. */
public final class StoredText {
    private StoredText() {}

    /** Returns the arguments for people, with nothing cut. */
    public static ArgumentDisplay display(Approval approval) {
        List<ArgumentPointer> decided = approval.evidence()
                .path("decided")
                .valueStream()
                .map(each -> ArgumentPointer.parse(each.asText()))
                .toList();
        return new ArgumentDisplay(approval.call().tool(), ToolSchema.of(), ArgumentDisplay.Settings.whole())
                .decidedBy(decided)
                .show(approval.call().arguments(), true);
    }

    /** Returns the request with nothing cut. */
    public static String whole(Approval approval) {
        List<String> lines = new ArrayList<>();
        lines.add("A call of " + VisibleText.quoted(approval.call().tool(), VisibleText.NAME) + " needs approval: "
                + VisibleText.line(approval.askedBy()));
        approval.evidence().path("reason").asText("").lines().forEach(why -> lines.add("Reason: " + why));
        approval.evidence().path("place").asText("").lines().forEach(place -> lines.add("Rule in " + place));
        approval.evidence()
                .path("policies")
                .forEach(policy -> lines.add(
                        VisibleText.line("Policy '" + policy.path("name").asText() + "': "
                                + policy.path("reason").asText())));
        lines.addAll(remedies(approval));
        lines.add(display(approval).functionCall());
        approval.evidence().path("warnings").forEach(each -> lines.add("Look closely: " + each.asText()));
        return String.join("\n", lines);
    }

    /** Returns what the rules would have allowed without asking, each in one line. */
    public static List<String> remedies(Approval approval) {
        return RequestText.remedies(approval.evidence()
                .path("remedies")
                .valueStream()
                .map(JsonNode::asText)
                .toList());
    }

    /** Returns the form for other programs. */
    public static ObjectNode json(Approval approval) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", approval.id())
                .put("session", approval.session())
                .put("status", approval.status().word())
                .put("callId", approval.call().id())
                .put("tool", approval.call().tool());
        json.set("arguments", approval.call().arguments());
        if (!approval.requested().equals(approval.call().arguments())) {
            json.set("requested", approval.requested());
        }
        json.put("digest", approval.digest())
                .put("asked", approval.asked().toString())
                .put("expires", approval.expires().toString())
                .put("askedBy", VisibleText.line(approval.askedBy()))
                .put("text", whole(approval))
                .put("canEdit", approval.canEdit())
                .set("evidence", approval.evidence());
        approval.behind().ifPresent(id -> json.put("behind", id));
        approval.by().ifPresent(who -> json.put("by", who));
        approval.reason().ifPresent(why -> json.put("reason", why));
        return json;
    }
}
