package dev.toolpolicy.runtime.internal.remember;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A policy of tests: answers as it is told, counts successes in its state and keeps a log of what it was asked. */
public class Scripted implements ToolPolicy {
    public final List<ToolCall> checks = Collections.synchronizedList(new ArrayList<>());
    public final List<ToolCall> results = Collections.synchronizedList(new ArrayList<>());
    public Function<JsonNode, PolicyDecision> answer = state -> PolicyDecision.allow();
    public UnaryOperator<JsonNode> onSuccess = state -> IntNode.valueOf(state.intValue() + 1);
    private final String name;
    private final ToolSelector governs;

    public Scripted(String name, String... tools) {
        this.name = name;
        this.governs = ToolSelector.named(List.of(tools));
    }

    public static Scripted denying(String name, String... tools) {
        Scripted policy = new Scripted(name, tools);
        policy.answer = state -> PolicyDecision.deny(name + " says no");
        return policy;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ToolSelector governs() {
        return governs;
    }

    @Override
    public JsonNode initialState() {
        return IntNode.valueOf(0);
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        checks.add(call);
        return answer.apply(state);
    }

    @Override
    public JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        results.add(call);
        return onSuccess.apply(state);
    }
}
