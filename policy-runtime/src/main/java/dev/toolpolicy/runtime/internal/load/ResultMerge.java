package dev.toolpolicy.runtime.internal.load;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.analysis.internal.read.RuleScope;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.runtime.PolicyProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The merging of what layers say about results. For one use. */
final class ResultMerge {
    private final RuleScope scope;
    private final Map<String, ToolSpec<?>> tools;
    private final Set<String> later;
    private final Set<String> broken;
    private final List<PolicyProblem> problems;
    /** The last entries under each name and pattern. */
    private final Map<String, LayerResults> written = new LinkedHashMap<>();
    /** The entries of catalogs, for tools that no other entry names. */
    private final Map<String, List<ResultSpec>> ofCatalogs = new HashMap<>();
    /** The entries of floors, which add labels and values to those of any layer. */
    private final List<LayerResults> floors = new ArrayList<>();
    /** The sets, each with the number of the layer that owns it; -1 for the tools' declarations. */
    private final Map<String, Integer> owners = new HashMap<>();

    private final Set<String> open = new HashSet<>();

    /**
     * Creates the merging.
     *
     * @param later the names of the tools that came after the engine was built
     * @param broken the names of the tools whose declarations have errors
     */
    ResultMerge(
            RuleScope scope,
            Map<String, ToolSpec<?>> tools,
            Set<String> later,
            Set<String> broken,
            List<PolicyProblem> problems) {
        this.later = later;
        this.broken = broken;
        this.scope = scope;
        this.tools = tools;
        this.problems = problems;
    }

    ToolResults merge(List<Layer> layers) {
        for (ToolSpec<?> tool : tools.values()) {
            if (!tool.results().isEmpty()) {
                add(LayerResults.ofCode(tool.name(), tool.results()), -1, false);
            }
        }
        for (int number = 0; number < layers.size(); number++) {
            for (LayerResults results : layers.get(number).results()) {
                if (results.isOfCatalog()) {
                    ofCatalogs.put(results.tool(), results.entries());
                    continue;
                }
                checkReach(results, layers.get(number).unknownTools());
                add(results, number, layers.get(number).isFloor());
            }
        }
        if (written.isEmpty() && floors.isEmpty() && ofCatalogs.isEmpty()) {
            return ToolResults.NONE;
        }
        Map<String, List<ResultSpec>> known = new HashMap<>();
        Set<LayerResults> tied = new HashSet<>();
        for (ToolSpec<?> tool : tools.values()) {
            Optional<List<ResultSpec>> own = bound(tool, tied);
            List<ResultSpec> all = own.orElse(ToolResults.UNTRUSTED);
            for (LayerResults floor : floors) {
                if (ToolNames.fits(floor.tool(), tool.name())) {
                    boolean isShared = ToolNames.isPattern(floor.tool());
                    List<PolicyProblem> found = isShared ? new ArrayList<>() : problems;
                    all = ToolResults.beside(all, floor.bind(scope.withParameters(tool.schema()), found));
                }
            }
            if (own.isPresent() || all != ToolResults.UNTRUSTED) {
                known.put(tool.name(), all);
            }
        }
        return ToolResults.of(known, written, floors);
    }

    private void checkReach(LayerResults results, Severity unknown) {
        Collection<String> names = tools.keySet();
        if (results.isExternal()
                || broken.contains(results.tool())
                || results.tool().equals(LayerSection.ALL)
                || !ToolNames.fitting(results.tool(), names).isEmpty()) {
            return;
        }
        problems.add(results.problem(
                unknown == Severity.ERROR
                        ? LayerWords.unfit(results.tool(), names)
                        : LayerWords.asWarning(LayerWords.unfit(results.tool(), names))));
    }

    private void add(LayerResults results, int layer, boolean isFloor) {
        problems.addAll(results.problems());
        if (isFloor) {
            floors.add(results);
        } else {
            written.put(results.tool(), results);
        }
        for (ResultSpec entry : results.entries()) {
            entry.values().forEach((set, source) -> {
                Integer owner = owners.putIfAbsent(set, layer);
                if (owner == null && source.isOpen()) {
                    open.add(set);
                } else if (owner != null && owner != layer && !open.contains(set)) {
                    problems.add(results.problem(LayerWords.foreignSource(set)));
                }
            });
        }
    }

    /** Returns the entries of a tool, bound to it; empty if none is about it. */
    private Optional<List<ResultSpec>> bound(ToolSpec<?> tool, Set<LayerResults> tied) {
        List<String> best = ToolNames.best(written.keySet(), tool.name());
        List<LayerResults> fitting = best.stream()
                .map(name -> Objects.requireNonNull(written.get(name), name))
                .toList();
        if (best.size() > 1) {
            LayerResults one = fitting.get(best.size() - 1);
            if (tied.add(one)) {
                problems.add(one.problem(LayerWords.ambiguous(tool.name(), best)));
            }
            return Optional.of(ToolResults.tied(fitting));
        }
        if (fitting.isEmpty()) {
            return Optional.ofNullable(ofCatalogs.get(tool.name()));
        }
        return fitting.stream().findFirst().map(results -> {
            boolean isShared = ToolNames.isPattern(results.tool());
            List<PolicyProblem> found = isShared ? new ArrayList<>() : problems;
            List<ResultSpec> bound = results.bind(scope.withParameters(tool.schema()), found);
            return isShared && later.contains(tool.name()) && !results.isExternal()
                    ? ToolResults.untrusted(bound)
                    : bound;
        });
    }
}
