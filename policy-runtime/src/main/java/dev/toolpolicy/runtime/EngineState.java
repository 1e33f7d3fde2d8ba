package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.internal.call.PreparedTool;
import dev.toolpolicy.runtime.layer.ConfiguredCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a reload replaces, at once. Immutable.
 *
 * @param settings what it was made from
 * @param configured the tools with their lists in force, those that are held with their old description
 * @param ready the tools made ready, by name
 * @param policies the policies of sessions that begin
 * @param found what is wrong with the tools in force, and doesn't keep the engine from working
 * @param held new descriptions of tools that don't fit their rules: these tools can't be called
 * @param why why they are held
 * @param shadow what is evaluated beside the lists in force; null if nothing is
 */
record EngineState(
        EngineSettings settings,
        ConfiguredCatalog configured,
        Map<String, PreparedTool> ready,
        List<ToolPolicy> policies,
        List<PolicyProblem> found,
        Map<String, ToolSpec<?>> held,
        List<PolicyProblem> why,
        @Nullable Shadow shadow) {

    EngineState {
        ready = Map.copyOf(ready);
        policies = List.copyOf(policies);
        found = List.copyOf(found);
        held = Map.copyOf(held);
        why = List.copyOf(why);
    }

    EngineState holding(Map<String, ToolSpec<?>> changed, List<PolicyProblem> reasons) {
        return new EngineState(settings, configured, ready, policies, found, changed, reasons, shadow);
    }

    /** The same with other tools made ready, and what is evaluated beside them. */
    EngineState beside(EngineSettings said, Map<String, PreparedTool> tools, @Nullable Shadow other) {
        return new EngineState(said, configured, tools, policies, found, held, why, other);
    }

    /** The tools that can be called. */
    Map<String, PreparedTool> tools() {
        if (held.isEmpty()) {
            return ready;
        }
        Map<String, PreparedTool> callable = new LinkedHashMap<>(ready);
        callable.keySet().removeAll(held.keySet());
        return Map.copyOf(callable);
    }

    /** The tools that can be called, as they are configured. */
    ToolCatalog callable() {
        List<ToolSpec<?>> callable = new ArrayList<>(configured.tools().tools());
        callable.removeIf(tool -> held.containsKey(tool.name()));
        return ToolCatalog.of(callable);
    }

    /** All problems, why tools are held among them. */
    List<PolicyProblem> problems() {
        List<PolicyProblem> all = new ArrayList<>(why);
        all.addAll(found);
        if (shadow != null) {
            shadow.problems().stream().filter(problem -> !all.contains(problem)).forEach(all::add);
        }
        return List.copyOf(all);
    }
}
