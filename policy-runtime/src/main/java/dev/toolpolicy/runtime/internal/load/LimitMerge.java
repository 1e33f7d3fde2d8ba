package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.CallLimit;
import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.analysis.internal.check.LimitReader;
import dev.toolpolicy.annotation.Mode;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** The merging of limits, by the names and patterns under which they stand. For one use. */
final class LimitMerge {
    private final List<Written> written = new ArrayList<>();

    /** Limits that stand together, and what makes a problem of a member of one of them. */
    private record Written(
            String name, List<CallLimit> limits, BiFunction<String, Diagnostic, PolicyProblem> problem) {}

    /** Adds the limits that a tool declares. */
    void add(ToolSpec<?> tool) {
        String owner = "tool \"" + tool.name() + "\", limits";
        if (!tool.limits().isEmpty()) {
            written.add(new Written(tool.name(), tool.limits(), (below, problem) -> new PolicyProblem(owner, problem)));
        }
    }

    /** Adds the limits that a layer has under a name or pattern. */
    void add(String name, LayerPart<List<CallLimit>> part) {
        part.value().ifPresent(read -> written.add(new Written(name, read, part::problem)));
    }

    /** Returns all limits by name or pattern. */
    Map<String, List<CallLimit>> all() {
        Map<String, List<CallLimit>> all = new LinkedHashMap<>();
        written.forEach(each ->
                all.computeIfAbsent(each.name(), none -> new ArrayList<>()).addAll(each.limits()));
        return all;
    }

    /**
     * Checks that what limits sum are numbers of the tools, that the rules whose calls they count are in the run list of
     * one tool, and that the facts by which they count are declared.
     *
     * @param tools the tools with their current lists
     * @param facts the declared facts
     * @param problems gets the problems
     */
    void check(ToolCatalog tools, ToolSchema facts, List<PolicyProblem> problems) {
        for (Written each : written) {
            List<? extends ToolSpec<?>> fitting = tools.tools().stream()
                    .filter(tool -> ToolNames.fits(each.name(), tool.name()))
                    .toList();
            Map<String, Boolean> rules = new LinkedHashMap<>();
            fitting.stream()
                    .flatMap(tool -> tool.run().stream())
                    .flatMap(list -> list.all().stream())
                    .forEach(rule -> rule.name()
                            .ifPresent(name -> rules.merge(name, rule.mode() != Mode.DENY, Boolean::logicalOr)));
            for (int i = 0; i < each.limits().size(); i++) {
                CallLimit limit = each.limits().get(i);
                String place = "/" + i + "/";
                limit.rule().filter(name -> fitting.isEmpty()).ifPresent(name -> rules.put(name, true));
                Consumer<LimitReader.Fault> report =
                        fault -> problems.add(each.problem().apply(place + fault.member(), fault.problem()));
                fitting.stream()
                        .flatMap(tool -> LimitReader.check(limit, tool.name(), tool.schema()).stream())
                        .distinct()
                        .forEach(report);
                LimitReader.check(limit, facts, rules).forEach(report);
            }
        }
    }
}
