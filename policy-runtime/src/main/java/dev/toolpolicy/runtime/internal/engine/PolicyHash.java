package dev.toolpolicy.runtime.internal.engine;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.internal.json.JsonDigest;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The hash of an engine's policies, equal in every process for equal tools, rule lists, requirements and limits. Of
 * policies by code it has the names, kinds and tools: what their code does isn't part of it.
 */
final class PolicyHash {
    private PolicyHash() {}

    /**
     * Returns the hash of the tools, in any order, of the policies, in their order, and of the limits of several tools
     * together, by pattern.
     */
    static String of(Collection<PreparedTool> tools, List<ToolPolicy> policies, Map<String, List<CallLimit>> shared) {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        ObjectNode byName = all.putObject("tools");
        for (PreparedTool tool : tools) {
            String result = tool.definition().result().map(RuleList::toString).orElse("");
            ArrayNode terms =
                    byName.putArray(tool.definition().name()).add(tool.terms()).add(result);
            tool.definition().requirements().forEach(each -> terms.add(each.toString()));
            tool.definition().limits().forEach(each -> terms.add(each.toString()));
        }
        for (ToolPolicy policy : policies) {
            ArrayNode names =
                    all.withArray("/policies").addArray().add(policy.name()).add(policy.kind());
            new TreeSet<>(policy.governs().names()).forEach(names::add);
            new TreeSet<>(policy.governs().patterns()).forEach(names::add);
        }
        shared.forEach((pattern, limits) -> all.withObject("/limits").put(pattern, limits.toString()));
        return JsonDigest.of(all);
    }

    /** Returns the hash of an engine in which these tools are disabled. */
    static String without(Set<String> tools, String hash) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode().add(hash);
        new TreeSet<>(tools).forEach(all::add);
        return JsonDigest.of(all);
    }
}
