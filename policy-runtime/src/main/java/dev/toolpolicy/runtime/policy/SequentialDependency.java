package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ArgumentNeeds;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A tool that needs all of some others to have succeeded. Its state is the set of those that have. */
record SequentialDependency(String dependent, Set<String> prerequisites) implements Dependency {

    SequentialDependency {
        prerequisites = Collections.unmodifiableSet(new TreeSet<>(prerequisites));
    }

    @Override
    public ArgumentNeeds needs() {
        return ArgumentNeeds.none();
    }

    @Override
    public PolicyDecision check(ToolCall call, JsonNode state) {
        List<String> missing = prerequisites.stream().filter(tool -> !state.has(tool)).toList();
        return missing.isEmpty() ? PolicyDecision.allow() : denied(missing);
    }

    private PolicyDecision denied(List<String> missing) {
        Map<String, JsonNode> metadata = new LinkedHashMap<>();
        metadata.put("tool", TextNode.valueOf(dependent));
        metadata.put("missing", texts(missing));
        return PolicyDecision.deny(
                "Tool '" + dependent + "' requires prior invocation of: " + String.join(", ", missing), metadata);
    }

    static ArrayNode texts(Collection<String> values) {
        ArrayNode texts = JsonNodeFactory.instance.arrayNode();
        values.forEach(texts::add);
        return texts;
    }

    @Override
    public JsonNode record(ToolCall call, JsonNode state) {
        return Dependency.add(state, call.tool());
    }
}
