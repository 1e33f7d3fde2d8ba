package dev.toolpolicy.runtime.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.event.CallRecord;
import java.util.Set;

/** The line of a call in the audit log. */
final class AuditLine {
    /** The members of a record that hold no argument. Any other, also of a later version, is left out. */
    private static final Set<String> RECORD =
            Set.of("session", "serial", "call", "tool", "cut", "verdict", "success", "decision", "policies", "steps");

    private static final Set<String> DECISION =
            Set.of("by", "rule", "words", "origin", "policy", "source", "approval", "approver", "code");
    private static final Set<String> STEP = Set.of(
            "step",
            "time",
            "offset",
            "mode",
            "rule",
            "words",
            "policy",
            "request",
            "about",
            "complete",
            "answer",
            "source",
            "outcome",
            "success",
            "delivery");

    private AuditLine() {}

    /** Returns the line as JSON, without the digest. */
    static ObjectNode of(CallRecord call, boolean whole) {
        ObjectNode json = call.json();
        if (!whole) {
            json.retain(RECORD);
            if (json.get("decision") instanceof ObjectNode decision) {
                decision.retain(DECISION);
            }
            for (JsonNode step : json.path("steps")) {
                ((ObjectNode) step).retain(STEP);
            }
        }
        call.started().ifPresent(time -> json.put("started", time.toString()));
        call.decided().ifPresent(time -> json.put("decided", time.toString()));
        call.ended().ifPresent(time -> json.put("ended", time.toString()));
        return json;
    }
}
