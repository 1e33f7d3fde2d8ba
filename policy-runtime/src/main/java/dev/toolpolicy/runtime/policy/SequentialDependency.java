package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.remember.StateValues;
import dev.toolpolicy.runtime.internal.remember.SuccessRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The dependency of a tool on the success of its prerequisites.
 *
 * @param any the pattern whose tools the prerequisites are, of which one is enough; null if all must have succeeded
 */
record SequentialDependency(
        String dependent,
        Set<String> prerequisites,
        @Nullable String any) implements Dependency {

    SequentialDependency {
        prerequisites = Collections.unmodifiableSet(new TreeSet<>(prerequisites));
    }

    /** Creates the dependency on all of some tools. */
    SequentialDependency(String dependent, Set<String> prerequisites) {
        this(dependent, prerequisites, null);
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
        boolean met = any == null ? missing.isEmpty() : missing.size() < prerequisites.size();
        return met ? PolicyDecision.allow() : denied(any == null ? missing : List.of(any));
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
