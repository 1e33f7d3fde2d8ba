package dev.toolpolicy.runtime.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.toolpolicy.PolicyContext;
import dev.toolpolicy.PolicyDecision;
import dev.toolpolicy.ToolCall;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.ToolSelector;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph;
import dev.toolpolicy.runtime.internal.fault.Require;
import dev.toolpolicy.runtime.internal.remember.RecordingPolicy;
import dev.toolpolicy.runtime.internal.remember.SuccessRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A policy of dependencies, which must all be met. It judges by the session's record of successful calls. */
class DependencyPolicy implements RecordingPolicy {
    private final String name;
    private final String kind;
    private final List<Stated> dependencies;
    private final ToolSelector governs;

    /**
     * A dependency as a requirement states it.
     *
     * @param its the dependency
     * @param reason the end of its denials; empty if the requirement has no reason
     */
    record Stated(Dependency its, Optional<String> reason) {
        /** Returns a dependency without a reason. */
        static Stated plain(Dependency its) {
            return new Stated(its, Optional.empty());
        }

        PolicyDecision check(ToolCall call, JsonNode record) {
            PolicyDecision decision = its.check(call, record);
            return decision.isAllowed() || reason.isEmpty()
                    ? decision
                    : PolicyDecision.deny(decision.reason() + " " + reason.get(), decision.metadata());
        }
    }

    /**
     * Checks and copies the dependencies.
     *
     * @param name the policy's name
     * @param kind its kind
     * @param dependencies the dependencies
     * @throws IllegalArgumentException if a name is empty, or a dependency is missing or without prerequisites
     */
    DependencyPolicy(String name, String kind, List<Stated> dependencies) {
        Require.name("policy name", name);
        if (dependencies.isEmpty()) {
            throw new IllegalArgumentException("policy \"" + name + "\" must have at least one dependency");
        }
        this.name = name;
        this.kind = kind;
        this.dependencies = List.copyOf(dependencies);
        Set<String> tools = new HashSet<>();
        for (Stated each : dependencies) {
            Dependency dependency = each.its();
            if (dependency.prerequisites().isEmpty()) {
                throw new IllegalArgumentException(
                        "tool \"" + dependency.dependent() + "\" must have at least one prerequisite");
            }
            tools.add(dependency.dependent());
            tools.addAll(dependency.prerequisites());
        }
        if (tools.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("policy \"" + name + "\" has an empty tool name");
        }
        governs = ToolSelector.named(tools);
    }

    /** Checks that no tool leads back to itself, even where another one is enough, and returns this policy. */
    final DependencyPolicy withoutCycles() {
        Map<String, Set<String>> required = new HashMap<>();
        for (Stated each : dependencies) {
            required.computeIfAbsent(each.its().dependent(), tool -> new HashSet<>())
                    .addAll(each.its().prerequisites());
        }
        List<RequirementGraph.Cycle> cycles = RequirementGraph.of(required).cycles();
        if (!cycles.isEmpty()) {
            throw new IllegalArgumentException(
                    cycles.stream().map(RequirementGraph.Cycle::problem).collect(Collectors.joining("; ")));
        }
        return this;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String kind() {
        return kind;
    }

    @Override
    public final ToolSelector governs() {
        return governs;
    }

    @Override
    public final Set<SuccessRecord.Entry> reads() {
        return dependencies.stream()
                .flatMap(each -> each.its().readings().entrySet().stream())
                .map(each -> new SuccessRecord.Entry(each.getKey(), each.getValue()))
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public final ToolPolicy.ArgumentNeeds needs(String tool) {
        boolean everything = false;
        Set<String> parameters = new HashSet<>();
        for (Stated each : dependencies) {
            if (each.its().dependent().equals(tool)) {
                ToolPolicy.ArgumentNeeds needs = each.its().needs();
                everything |= needs.everything();
                parameters.addAll(needs.parameters());
            }
        }
        return new ToolPolicy.ArgumentNeeds(everything, everything ? Set.of() : parameters);
    }

    @Override
    public final PolicyDecision check(ToolCall call, JsonNode state, PolicyContext context) {
        for (Stated each : dependencies) {
            Dependency dependency = each.its();
            PolicyDecision decision = dependency.dependent().equals(call.tool())
                    ? each.check(call, state)
                    : dependency.prerequisites().contains(call.tool())
                            ? dependency.checkPrerequisite(call, state)
                            : PolicyDecision.allow();
            if (!decision.isAllowed()) {
                return decision;
            }
        }
        return PolicyDecision.allow();
    }

    @Override
    public final JsonNode onResult(ToolCall call, ToolResult result, JsonNode state, PolicyContext context) {
        if (result.kind() == ToolResult.Kind.FAILURE) {
            return state;
        }
        JsonNode after = SuccessRecord.add(state, call.tool());
        for (Stated each : dependencies) {
            if (each.its().prerequisites().contains(call.tool())) {
                after = each.its().record(call, after);
            }
        }
        return after;
    }

    @Override
    public final String toString() {
        return name;
    }
}
