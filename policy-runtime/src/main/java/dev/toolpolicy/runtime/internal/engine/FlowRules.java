package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.rule.Matcher;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.internal.decide.GuardedPlaces;
import dev.toolpolicy.schema.ToolSchema;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What an engine's tools say of flows: what results bring, and which rules look at labels and sets. Immutable. */
record FlowRules(
        Map<String, List<ResultSpec>> specs, Map<String, ToolSchema> schemas, boolean hasConditions, Set<String> paths) {
    /** Reads the tools, and what was set in code. */
    static FlowRules of(ToolCatalog tools, Map<String, List<ResultSpec>> byCode) {
        Map<String, List<ResultSpec>> specs = new LinkedHashMap<>();
        Map<String, ToolSchema> schemas = new LinkedHashMap<>();
        Set<String> paths = new HashSet<>();
        boolean conditions = false;
        for (ToolSpec<?> tool : tools.tools()) {
            schemas.put(tool.name(), tool.schema());
            List<ResultSpec> results = byCode.getOrDefault(tool.name(), tool.results());
            if (!results.isEmpty()) {
                specs.put(tool.name(), results);
            }
            for (RuleSpec rule : (Iterable<RuleSpec>) rules(tool)::iterator) {
                conditions |= looksAtFlows(rule);
                if (GuardedPlaces.holdsPaths(tool.schema().root())) {
                    sets(rule).forEach(paths::add);
                }
            }
        }
        return new FlowRules(specs, schemas, conditions || !byCode.isEmpty(), paths);
    }

    private static Stream<RuleSpec> rules(ToolSpec<?> tool) {
        return Stream.concat(tool.run().stream(), tool.result().stream())
                .map(RuleList::rules)
                .flatMap(List::stream);
    }

    private static boolean looksAtFlows(RuleSpec rule) {
        return rule.conditions().stream().anyMatch(each -> each.label().isPresent())
                || sets(rule).findAny().isPresent();
    }

    /** Returns the sets that a rule looks values up in. */
    private static Stream<String> sets(RuleSpec rule) {
        return rule.conditions().stream()
                .flatMap(each -> each.matchers().stream())
                .filter(each -> each.kind() == Matcher.Kind.FROM)
                .flatMap(each -> each.texts().stream());
    }

    boolean isEmpty() {
        return specs.isEmpty() && !hasConditions;
    }

    List<ResultSpec> results(String tool) {
        return specs.getOrDefault(tool, List.of());
    }

    ToolSchema schema(String tool) {
        return schemas.getOrDefault(tool, ToolSchema.of());
    }

    /** Returns whether rules look up paths in a set. */
    boolean holdsPaths(String set) {
        return paths.contains(set);
    }
}
