package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.policy.StateValues;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The dependency of a tool on the success of all its prerequisites. Its state is the set of those that have succeeded.
 */
record SequentialDependency(String dependent, Set<String> prerequisites) implements Dependency {

    SequentialDependency {
        prerequisites = Collections.unmodifiableSet(new TreeSet<>(prerequisites));
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs() {
        return ToolPolicy.ArgumentNeeds.none();
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state) {
        List<String> missing =
                prerequisites.stream().filter(tool -> !state.has(tool)).toList();
        return missing.isEmpty() ? PolicyDecision.allow() : denied(missing);
    }

    private PolicyDecision denied(List<String> missing) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(dependent));
        metadata.put("missing", StateValues.texts(missing));
        return PolicyDecision.deny(
                dependent + " can run only after " + StateValues.joined(missing, "and")
                        + (missing.size() == 1 ? " has" : " have") + " succeeded in this session.",
                metadata);
    }

    @Override
    public JsonNode record(ToolCall call, JsonNode state) {
        return StateValues.add(state, call.tool());
    }

    @Override
    public JsonNode configuration() {
        ObjectNode configuration = StateValues.object();
        configuration.put("tool", dependent).set("after", StateValues.sorted(prerequisites));
        return configuration;
    }
}
