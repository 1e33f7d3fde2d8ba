package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph;
import dev.toolpolicy.runtime.internal.policy.StateValues;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A policy of dependencies, which must all be met. Its state contains each dependency's state by name, without
 * dependencies that have no state yet.
 */
abstract class DependencyPolicy implements ToolPolicy {
    private final String name;
    private final Map<String, Dependency> dependencies;
    private final ToolSelector governs;

    /**
     * Checks and copies the dependencies.
     *
     * @param name the policy's name
     * @param dependencies the dependencies, by names that are stable across processes
     * @throws IllegalArgumentException if a name is empty, a dependency is missing or without prerequisites, or tools
     *     require each other
     */
    DependencyPolicy(String name, Map<String, ? extends Dependency> dependencies) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("policy name must not be empty");
        }
        if (dependencies.isEmpty()) {
            throw new IllegalArgumentException("policy \"" + name + "\" must have at least one dependency");
        }
        this.name = name;
        this.dependencies = new LinkedHashMap<>(dependencies);
        governs = ToolSelector.named(checkedTools(name, dependencies.values()));
    }

    /** Returns all named tools, and checks that none requires itself. */
    private static Set<String> checkedTools(String name, Collection<? extends Dependency> dependencies) {
        Map<String, Set<String>> required = new HashMap<>();
        Set<String> tools = new HashSet<>();
        for (Dependency dependency : dependencies) {
            if (dependency.prerequisites().isEmpty()) {
                throw new IllegalArgumentException(
                        "tool \"" + dependency.dependent() + "\" must have at least one prerequisite");
            }
            tools.add(dependency.dependent());
            tools.addAll(dependency.prerequisites());
            required.computeIfAbsent(dependency.dependent(), tool -> new HashSet<>())
                    .addAll(dependency.prerequisites());
        }
        if (tools.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("policy \"" + name + "\" has an empty tool name");
        }
        List<RequirementGraph.Cycle> cycles = RequirementGraph.of(required).cycles();
        if (!cycles.isEmpty()) {
            throw new IllegalArgumentException("tools require each other: "
                    + cycles.stream().map(Object::toString).collect(Collectors.joining("; ")));
        }
        return tools;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final ToolSelector governs() {
        return governs;
    }

    @Override
    public final JsonNode configuration() {
        ObjectNode configuration = StateValues.object();
        dependencies.forEach((dependency, its) -> configuration.set(dependency, its.configuration()));
        return configuration;
    }

    @Override
    public final ToolPolicy.ArgumentNeeds needs(String tool) {
        boolean everything = false;
        Set<String> parameters = new HashSet<>();
        for (Dependency dependency : dependencies.values()) {
            if (dependency.dependent().equals(tool)) {
                ToolPolicy.ArgumentNeeds needs = dependency.needs();
                everything |= needs.everything();
                parameters.addAll(needs.parameters());
            }
        }
        return new ToolPolicy.ArgumentNeeds(everything, everything ? Set.of() : parameters);
    }

    @Override
    public final PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        for (Map.Entry<String, Dependency> entry : dependencies.entrySet()) {
            Dependency dependency = entry.getValue();
            JsonNode its = state.path(entry.getKey());
            PolicyDecision decision = dependency.dependent().equals(call.tool())
                    ? dependency.check(call, its)
                    : dependency.prerequisites().contains(call.tool())
                            ? dependency.checkPrerequisite(call, its)
                            : PolicyDecision.allow();
            if (decision instanceof PolicyDecision.Denied) {
                return decision;
            }
        }
        return PolicyDecision.allow();
    }

    @Override
    public final JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        if (result instanceof ToolResult.Failure) {
            return state;
        }
        JsonNode after = state;
        for (Map.Entry<String, Dependency> entry : dependencies.entrySet()) {
            if (entry.getValue().prerequisites().contains(call.tool())) {
                JsonNode before = after.path(entry.getKey());
                JsonNode changed = entry.getValue().record(call, before);
                after = changed == before ? after : StateValues.with(after, entry.getKey(), changed);
            }
        }
        return after;
    }

    @Override
    public final String toString() {
        return name;
    }
}
