package dev.toolpolicy.runtime;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The hash of an engine's policies, equal for equal tools, rule lists and session policies in every process. */
final class PolicyHash {
    private PolicyHash() {}

    /** Returns the hash of the tools, in any order, and of the policies, in their order. */
    static String of(Collection<PreparedTool> tools, List<ToolPolicy> policies) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        ObjectNode byName = all.putObject("tools");
        for (PreparedTool tool : tools) {
            String result = tool.definition().result().map(RuleList::toString).orElse("");
            byName.putArray(tool.definition().name()).add(tool.terms()).add(result);
        }
        for (ToolPolicy policy : policies) {
            all.withArray("/policies")
                    .addArray()
                    .add(policy.name())
                    .add(policy.kind())
                    .add(policy.configuration());
        }
        return JsonDigest.of(all);
    }

    /** Returns the hash of an engine in which these tools are disabled. */
    static String without(Set<String> tools, String hash) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode().add(hash);
        new TreeSet<>(tools).forEach(all::add);
        return JsonDigest.of(all);
    }
}
