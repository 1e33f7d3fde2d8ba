package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The JSON form of a record and its parts, with their members in a fixed order. */
final class RecordJson {
    private RecordJson() {}

    static ObjectNode of(CallRecord call) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("session", call.session())
                .put("serial", call.serial())
                .put("call", call.callId())
                .put("tool", call.tool());
        ObjectNode arguments = call.arguments();
        json.set("arguments", arguments);
        json.put("cut", call.cut());
        call.checkedArguments()
                .filter(checked -> !checked.equals(arguments))
                .ifPresent(checked -> json.set("checked", checked));
        call.verdict().ifPresent(verdict -> json.put("verdict", verdict.word()));
        call.success().ifPresent(success -> json.put("success", success));
        call.decision().ifPresent(decision -> json.set("decision", decision.json()));
        if (!call.policies().isEmpty()) {
            json.put("policies", call.policies());
        }
        if (!call.labels().isEmpty()) {
            call.labels().forEach(json.putArray("labels")::add);
        }
        if (!call.sets().isEmpty()) {
            call.sets().forEach(json.putArray("sets")::add);
        }
        if (!call.steps().isEmpty()) {
            ArrayNode steps = json.putArray("steps");
            call.steps().forEach(step -> steps.add(step.json()));
        }
        return json;
    }

    static ObjectNode of(CallRecord.Decision decision) {
        ObjectNode json =
                JsonNodeFactory.instance.objectNode().put("by", decision.by().word());
        decision.rule().ifPresent(index -> json.put("rule", index + 1));
        decision.words().ifPresent(words -> json.put("words", words));
        decision.origin().ifPresent(origin -> json.put("origin", origin));
        decision.policy().ifPresent(policy -> json.put("policy", policy));
        decision.source().ifPresent(source -> json.put("source", source));
        decision.approval().ifPresent(approval -> json.put("approval", approval));
        decision.approver().ifPresent(approver -> json.put("approver", approver));
        decision.code().ifPresent(code -> json.put("code", code));
        return decision.reason().isEmpty() ? json : json.put("reason", decision.reason());
    }
}
