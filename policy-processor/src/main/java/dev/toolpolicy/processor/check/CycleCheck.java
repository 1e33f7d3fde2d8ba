package dev.toolpolicy.processor.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph.Cycle;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.processor.model.Problem;
import dev.toolpolicy.processor.model.ToolDeclaration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The check for tools that can never run because they require each other.
 *
 * <p>A tool may name itself as one of several tools that each unlock a key, so a cycle of names is not always an
 * error. The check first computes the least fixed point: a tool can run if tools that can run meet each of its
 * requirements. Every remaining tool has a requirement that only remaining tools could meet. The check reports the
 * cycles of these edges.
 */
final class CycleCheck {
    private final Map<String, ToolDeclaration> tools;
    private final Set<ToolDeclaration> own;
    private final Set<String> runnable = new HashSet<>();

    CycleCheck(Map<String, ToolDeclaration> tools, Set<ToolDeclaration> own) {
        this.tools = tools;
        this.own = own;
    }

    void check(Findings findings) {
        boolean grew = true;
        while (grew) {
            grew = tools.values().stream().filter(this::becomesRunnable).count() > 0;
        }
        Map<String, Set<String>> edges = new LinkedHashMap<>();
        tools.values().stream()
                .filter(tool -> !runnable.contains(tool.name()))
                .forEach(tool -> edges.put(tool.name(), blockers(tool)));
        RequirementGraph.of(edges).cycles().forEach(cycle -> report(cycle, findings));
    }

    private boolean becomesRunnable(ToolDeclaration tool) {
        return !runnable.contains(tool.name())
                && tool.policy().requires().stream().allMatch(requires -> canBeMet(tool, requires))
                && runnable.add(tool.name());
    }

    private boolean canBeMet(ToolDeclaration tool, Requires requires) {
        if (requires.key().filter(key -> allowsMissing(tool, key)).isPresent()) {
            return true;
        }
        List<String> names = requires.toolNames();
        boolean oneSuffices =
                requires.key().filter(key -> key.match() == Match.ANY).isPresent();
        return names.isEmpty()
                || (oneSuffices
                        ? names.stream().anyMatch(this::canRun)
                        : names.stream().allMatch(this::canRun));
    }

    private static boolean allowsMissing(ToolDeclaration tool, Key key) {
        return key.own()
                .pointer()
                .map(own -> key.allowWhenMissing() && KeyCheck.mayBeAbsent(tool.schema(), own))
                .orElse(true);
    }

    /** Returns whether a tool can run. Unknown tools count as runnable, since they have an error of their own. */
    private boolean canRun(String name) {
        return runnable.contains(name) || !tools.containsKey(name);
    }

    private Set<String> blockers(ToolDeclaration tool) {
        Set<String> blockers = new TreeSet<>();
        tool.policy().requires().stream()
                .filter(requires -> !canBeMet(tool, requires))
                .forEach(requires -> requires.toolNames().stream()
                        .filter(name -> !canRun(name))
                        .forEach(blockers::add));
        return blockers;
    }

    private void report(Cycle cycle, Findings findings) {
        List<String> names = cycle.tools();
        if (names.stream().map(tools::get).noneMatch(own::contains)) {
            return; // the build of the other module reports it
        }
        if (names.size() == 1) {
            step(names.get(0), names.get(0))
                    .ifPresent(
                            requires -> findings.add(RequirementWords.selfRequirement(names.get(0)), requires.place()));
            return;
        }
        List<String> steps = new ArrayList<>();
        List<Location> places = new ArrayList<>();
        for (int i = 1; i < names.size(); i++) {
            String tool = names.get(i);
            String required = names.get((i + 1) % names.size());
            if (own.contains(tools.get(tool))) {
                step(tool, required).ifPresent(requires -> {
                    steps.add(RequirementWords.cycleStep(tool, required));
                    places.add(requires.place());
                });
            }
        }
        Diagnostic chain = RequirementWords.requirementCycle(names);
        for (String step : steps) {
            chain = chain.relatedTo(-1, step);
        }
        Diagnostic problem = chain;
        step(names.get(0), names.get(1))
                .ifPresent(requires -> findings.add(new Problem(problem, requires.place(), places)));
    }

    private Optional<Requires> step(String tool, String required) {
        return Objects.requireNonNull(tools.get(tool)).policy().requires().stream()
                .filter(requires -> requires.toolNames().contains(required))
                .findFirst();
    }
}
