package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.policy.StateValues;
import dev.toolpolicy.runtime.internal.policy.SuccessRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The dependency of a tool on the success of all its prerequisites. */
record SequentialDependency(String dependent, Set<String> prerequisites) implements Dependency {

    SequentialDependency {
        prerequisites = Collections.unmodifiableSet(new TreeSet<>(prerequisites));
    }

    @Override
    public ToolPolicy.ArgumentNeeds needs() {
        return ToolPolicy.ArgumentNeeds.none();
    }

    @Override
    public Map<String, String> readings() {
        return prerequisites.stream().collect(Collectors.toUnmodifiableMap(tool -> tool, tool -> ""));
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode record) {
        List<String> missing = prerequisites.stream()
                .filter(tool -> !SuccessRecord.has(record, tool))
                .toList();
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
}
