package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.decide.Late;
import dev.toolpolicy.runtime.internal.flow.Flows;
import dev.toolpolicy.runtime.internal.load.ConfiguredCatalog;
import dev.toolpolicy.runtime.internal.run.CallReports;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import dev.toolpolicy.schema.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that a reload replaces atomically. Immutable.
 *
 * @param settings the settings it was assembled from
 * @param configured the tools with their current lists; disabled tools with their old description
 * @param ready the compiled tools, by name
 * @param policies the policies of new sessions
 * @param found the problems of current tools that don't stop the engine from working
 * @param held the new descriptions of disabled tools, which don't fit their rules
 * @param why the reasons why they are disabled, by name
 * @param shadow the configurations evaluated beside the current ones; null if there are none
 * @param flows what is recorded of flows
 * @param allReports gets the calls that ended, when no tool is disabled
 */
record EngineState(
        EngineSettings settings,
        ConfiguredCatalog configured,
        Map<String, PreparedTool> ready,
        List<ToolPolicy> policies,
        List<PolicyProblem> found,
        Map<String, ToolSpec<?>> held,
        Map<String, List<PolicyProblem>> why,
        @Nullable Shadow shadow,
        Flows flows,
        CallReports allReports) {

    EngineState {
        ready = Map.copyOf(ready);
        policies = List.copyOf(policies);
        found = List.copyOf(found);
        held = Map.copyOf(held);
        why = Collections.unmodifiableMap(new LinkedHashMap<>(why));
    }

    EngineState holding(Map<String, ToolSpec<?>> changed, Map<String, List<PolicyProblem>> reasons) {
        return new EngineState(
                settings, configured, ready, policies, found, changed, reasons, shadow, flows, allReports);
    }

    /** Returns this state with another shadow, of these settings. */
    EngineState beside(EngineSettings newSettings, @Nullable Shadow other) {
        return new EngineState(newSettings, configured, ready, policies, found, held, why, other, flows, allReports);
    }

    /** Returns the declared facts. */
    ToolSchema facts() {
        return configured.facts();
    }

    /** Returns the tools that can be called. */
    Map<String, PreparedTool> tools() {
        if (held.isEmpty()) {
            return ready;
        }
        Map<String, PreparedTool> callable = new LinkedHashMap<>(ready);
        callable.keySet().removeAll(held.keySet());
        return Map.copyOf(callable);
    }

    /** Returns the reporting of calls that ended, with the hash of the tools that can be called. */
    CallReports reports() {
        return held.isEmpty()
                ? allReports
                : allReports.under(new Late<>(() -> PolicyHash.without(held.keySet(), allReports.policies())));
    }

    /** Returns the settings of a session's next call. Tools that the session didn't open with bring their policies. */
    CallSetting now(CallSetting of) {
        if (!ready.keySet().equals(of.opened().keySet())) { // at once if they are the same object, as they mostly are
            of.policies().registerLater(policies, ready.keySet(), of.opened().keySet());
        }
        return of.with(tools(), shadow == null ? Map.of() : shadow.rules()).reportedTo(reports());
    }

    /** Returns the tools that can be called, as configured. */
    ToolCatalog callable() {
        List<ToolSpec<?>> callable = new ArrayList<>(configured.tools().tools());
        callable.removeIf(tool -> held.containsKey(tool.name()));
        return ToolCatalog.of(callable);
    }

    /** Returns all problems, including why tools are disabled. */
    List<PolicyProblem> problems() {
        List<PolicyProblem> all = new ArrayList<>();
        why.values().forEach(all::addAll);
        all.addAll(found);
        if (shadow != null) {
            shadow.problems().stream().filter(problem -> !all.contains(problem)).forEach(all::add);
        }
        return List.copyOf(all);
    }
}
