package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A policy that denies calls without an approval, or a standing one for each key. It keeps no state. */
record ApprovalPolicy(
        String name, ToolSelector governs, @Nullable CallKey key) implements ToolPolicy {

    ApprovalPolicy {
        Require.name("policy name", name);
        Objects.requireNonNull(governs, "governs");
    }

    @Override
    public String kind() {
        return "approval";
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        if (context.approved()
                || context.fact(Policies.standingApproval(call.tool())).orElse(false)) {
            return PolicyDecision.allow();
        }
        Set<String> keys = key == null ? Set.of() : key.of(call);
        List<String> open = keys.stream()
                .filter(each -> !context.fact(Policies.standingApproval(call.tool(), each))
                        .orElse(false))
                .toList();
        return key != null && open.isEmpty() && !key.isMissing(call)
                ? PolicyDecision.allow()
                : denied(call.tool(), open);
    }

    private static PolicyDecision denied(String tool, List<String> open) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(tool));
        String whose = tool;
        if (!open.isEmpty()) {
            metadata.put("keys", StateValues.texts(open));
            whose += " with key " + VisibleText.quoted(open.get(0), VisibleText.NAME);
        }
        return PolicyDecision.deny(whose + " needs a person's approval.", metadata);
    }

    @Override
    public String toString() {
        return name;
    }
}
