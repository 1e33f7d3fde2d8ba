package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.LimitReader;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** The merging of limits, by the names and patterns under which they stand. For one use. */
final class LimitMerge {
    private final Map<String, List<CallLimit>> limits = new LinkedHashMap<>();
    private final List<Written> written = new ArrayList<>();

    /** Limits that stand together, and what places a problem of them. */
    private record Written(
            String name, List<CallLimit> limits, BiFunction<String, Diagnostic, PolicyProblem> problem) {}

    /** Adds the limits that a tool declares; they are only checked. */
    void declare(ToolSpec<?> tool) {
        String owner = "tool \"" + tool.name() + "\", limits";
        written.add(
                new Written(tool.name(), tool.limits(), (below, problem) -> new PolicyProblem(owner, problem)));
    }

    /** Adds the limits that a layer has under a name or pattern. */
    void add(String name, LayerPart<List<CallLimit>> part) {
        part.value().ifPresent(read -> {
            limits.computeIfAbsent(name, none -> new ArrayList<>()).addAll(read);
            written.add(new Written(name, read, part::problem));
        });
    }

    /** Returns the limits of the layers under a name or pattern. */
    List<CallLimit> of(String name) {
        return limits.getOrDefault(name, List.of());
    }

    /** Returns the limits of the layers under patterns, which several tools share. */
    Map<String, List<CallLimit>> shared() {
        Map<String, List<CallLimit>> shared = new LinkedHashMap<>(limits);
        shared.keySet().removeIf(name -> !ToolNames.isPattern(name));
        return shared;
    }

    /**
     * Checks that the rules whose calls are counted are in the run list of the tool, or of one of several.
     *
     * @param tools the tools with their current lists
     * @param isBroken whether the run list of a tool is wrong, so that nothing that refers to it is judged
     * @param problems gets the problems
     */
    void check(ToolCatalog tools, Predicate<String> isBroken, List<PolicyProblem> problems) {
        for (Written each : written) {
            List<? extends ToolSpec<?>> fitting = tools.tools().stream()
                    .filter(tool -> ToolNames.fits(each.name(), tool.name()))
                    .toList();
            if (fitting.isEmpty() || fitting.stream().anyMatch(tool -> isBroken.test(tool.name()))) {
                continue;
            }
            List<String> rules = fitting.stream()
                    .flatMap(tool -> tool.run().stream())
                    .flatMap(list -> list.all().stream())
                    .flatMap(rule -> rule.name().stream())
                    .distinct()
                    .toList();
            for (int i = 0; i < each.limits().size(); i++) {
                String place = "/" + i + "/rule";
                LimitReader.checkRule(each.limits().get(i), rules)
                        .ifPresent(problem -> problems.add(each.problem().apply(place, problem)));
            }
        }
    }
}
