package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.internal.decide.ShadowRules;
import dev.toolpolicy.runtime.internal.decide.ShadowTally;
import dev.toolpolicy.runtime.internal.run.PreparedTool;
import dev.toolpolicy.schema.DiagnosticCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The compiled form of a shadow: the same tools under other configurations, evaluated without effect. Immutable except
 * for the counts.
 *
 * @param tools the tools compiled under the other configurations, by name
 * @param tally counts and reports differences
 * @param problems the problems that don't stop it from being evaluated
 * @param rules the rules of the tools that are compared, by name; empty until it stands beside a state
 */
record Shadow(
        Map<String, PreparedTool> tools,
        ShadowTally tally,
        List<PolicyProblem> problems,
        Map<String, ShadowRules> rules) {

    Shadow {
        rules = Map.copyOf(rules);
        tools = Map.copyOf(tools);
        problems = List.copyOf(problems);
    }

    /**
     * Creates the shadow of these settings, with all counts at zero.
     *
     * @throws InvalidPolicyException if a problem stops it from being evaluated
     */
    static Optional<Shadow> of(EngineSettings settings) {
        return settings.shadow().map(layers -> {
            EngineState state = new EngineAssembly(settings.with(settings.catalog(), layers)).assemble();
            ShadowTally tally = new ShadowTally(
                    settings.shadowListener(), settings.sessions().clock());
            return new Shadow(state.ready(), tally, state.found(), Map.of());
        });
    }

    /** Returns this shadow with the counts of another one. */
    Shadow counting(ShadowTally other) {
        return new Shadow(tools, other, problems, rules);
    }

    /**
     * Returns the state with this shadow beside it. Only tools whose parameters are the same here are compared; the
     * others are reported.
     */
    EngineState beside(EngineState state) {
        Map<String, ShadowRules> compared = new LinkedHashMap<>();
        List<PolicyProblem> found = new ArrayList<>();
        for (ToolSpec<?> tool : state.configured().tools().tools()) {
            PreparedTool current = state.ready().get(tool.name());
            PreparedTool other = tools.get(tool.name());
            if (current == null
                    || other == null
                    || !tool.schema().equals(other.definition().schema())) {
                found.add(notCompared(tool, other == null));
            } else {
                compared.put(tool.name(), new ShadowRules(other.run(), other.result(), current.result(), tally));
            }
        }
        found.addAll(problems);
        return state.beside(state.settings(), new Shadow(tools, tally, found, compared));
    }

    private static PolicyProblem notCompared(ToolSpec<?> tool, boolean missing) {
        Diagnostic why = missing
                ? Diagnostic.warning(
                        DiagnosticCode.UNKNOWN_TOOL, "the shadow has no such tool: its calls are not compared")
                : Diagnostic.warning(
                        DiagnosticCode.DUPLICATE_TOOL, "the shadow has other parameters: its calls are not compared");
        return new PolicyProblem("tool \"" + tool.name() + "\"", why);
    }
}
