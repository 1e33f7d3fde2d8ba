package dev.toolpolicy.event;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The details of a step in JSON.
 *
 * @param json the target, which already has kind, time and offset
 */
record StepJson(ObjectNode json) implements CallStep.Visitor<ObjectNode> {
    @Override
    public ObjectNode started(CallStep.Started step) {
        return json;
    }

    @Override
    public ObjectNode decided(CallStep.Decided step) {
        json.put("mode", step.mode().word());
        step.rule().ifPresent(index -> json.put("rule", index + 1));
        step.words().ifPresent(text -> json.put("words", text));
        step.guarded().ifPresent(path -> json.put("guarded", path));
        return json;
    }

    @Override
    public ObjectNode denied(CallStep.Denied step) {
        return json.put("policy", step.policy()).put("reason", step.reason());
    }

    @Override
    public ObjectNode asked(CallStep.Asked step) {
        json.put("request", step.request()).put("about", step.about()).put("complete", step.complete());
        step.known().forEach(json.putArray("known")::add);
        return json;
    }

    @Override
    public ObjectNode answered(CallStep.Answered step) {
        json.put("request", step.request()).put("answer", step.answer()).put("source", step.source());
        return because(step.reason());
    }

    @Override
    public ObjectNode edited(CallStep.Edited step) {
        json.put("request", step.request()).set("arguments", step.arguments());
        return json;
    }

    @Override
    public ObjectNode ended(CallStep.Ended step) {
        return json;
    }

    @Override
    public ObjectNode concluded(CallStep.Concluded step) {
        json.put("outcome", step.outcome());
        return because(step.reason());
    }

    @Override
    public ObjectNode ran(CallStep.Ran step) {
        json.put("success", step.success());
        return because(step.reason());
    }

    @Override
    public ObjectNode delivered(CallStep.Delivered step) {
        return json.put("delivery", step.delivery());
    }

    private ObjectNode because(String reason) {
        return reason.isEmpty() ? json : json.put("reason", reason);
    }
}
