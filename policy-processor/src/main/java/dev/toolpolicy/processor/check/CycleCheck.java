package dev.toolpolicy.processor.check;

import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph.Cycle;
import dev.toolpolicy.analysis.internal.graph.RequirementGraph.Need;
import dev.toolpolicy.annotation.Match;
import dev.toolpolicy.internal.schema.Resolution;
import dev.toolpolicy.processor.mirror.Location;
import dev.toolpolicy.processor.model.Findings;
import dev.toolpolicy.processor.model.PolicyDeclaration.Key;
import dev.toolpolicy.processor.model.PolicyDeclaration.Requires;
import dev.toolpolicy.processor.model.Problem;
import dev.toolpolicy.processor.model.ToolDeclaration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The check for tools that can never run because they require each other.
 *
 * <p>A tool may name itself as one of several tools that each unlock a key, so a cycle of names is not always an
 * error. The check reports the cycles of {@link RequirementGraph#ofBlocked}.
 */
record CycleCheck(Map<String, ToolDeclaration> tools, Set<ToolDeclaration> own) {
    void check(Findings findings) {
        Map<String, List<Need>> needs = new LinkedHashMap<>();
        tools.values()
                .forEach(tool -> needs.put(
                        tool.name(),
                        tool.policy().requires().stream()
                                .filter(requires -> isOfEachCall(tool, requires))
                                .map(requires -> new Need(
                                        requires.toolNames(),
                                        requires.key().map(Key::match).orElse(Match.ALL)))
                                .toList()));
        RequirementGraph.ofBlocked(needs).cycles().forEach(cycle -> report(cycle, findings));
    }

    /** Returns whether no call is without a requirement, as those with the path of a new file can be. */
    private static boolean isOfEachCall(ToolDeclaration tool, Requires requires) {
        return !requires.tools().isEmpty()
                && requires.key().stream().noneMatch(key -> key.unlessNew() || allowsMissing(tool, key));
    }

    private static boolean allowsMissing(ToolDeclaration tool, Key key) {
        return key.own()
                .pointer()
                .map(own -> key.allowWhenMissing() && Resolution.mayBeAbsent(own, tool.schema()))
                .orElse(true);
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
                .filter(requires -> isOfEachCall(Objects.requireNonNull(tools.get(tool)), requires))
                .findFirst();
    }
}
