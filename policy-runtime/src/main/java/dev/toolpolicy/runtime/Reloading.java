package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.Diagnostic;
import dev.toolpolicy.runtime.call.PreparedTool;
import dev.toolpolicy.runtime.config.ListOrigin;
import dev.toolpolicy.runtime.config.PolicyConfiguration;
import dev.toolpolicy.runtime.fault.UserCode;
import dev.toolpolicy.schema.DiagnosticCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Puts another state in force, or leaves the one that is. A tool whose new description doesn't fit its rules is held:
 * its old description stays among the tools, so that all that refers to it is still checked, but it can't be called.
 * Each reload tries the new one again.
 */
final class Reloading {
    private static final Logger LOG = System.getLogger(Reloading.class.getName());

    /** One at a time; calls don't wait for it. */
    synchronized ReloadOutcome reload(
            PolicyEngine engine, UnaryOperator<EngineSettings> change) {
        EngineState before = engine.state();
        EngineState next;
        try {
            EngineSettings settings = change.apply(before.settings());
            next = withHeld(new EngineAssembly(settings).assemble(), before.held());
        } catch (InvalidPolicyException e) {
            return new ReloadOutcome.Invalid(e.problems());
        }
        List<PolicyChange> changes = PolicyComparison.between(before, next);
        boolean asks = changes.stream().anyMatch(PolicyChange::mayLoosen);
        if (asks && !consents(before.settings().consent(), changes)) {
            return new ReloadOutcome.Declined(changes, next.problems());
        }
        next = shadowed(next, before, false);
        engine.enter(next);
        return new ReloadOutcome.Applied(changes, next.problems());
    }

    /** What the settings ask for beside a state. If it is wrong, what was there stays: the state doesn't depend on it. */
    private static EngineState shadowed(EngineState state, EngineState before, boolean keepsCounts) {
        Shadow old = before.shadow();
        Optional<Shadow> next;
        try {
            Optional<Shadow> made = Shadow.of(state.settings());
            next = made.map(shadow -> keepsCounts && old != null ? shadow.counting(old.tally()) : shadow);
        } catch (InvalidPolicyException e) {
            LOG.log(Level.WARNING, "the shadow stays as it was: {0}", e.getMessage());
            next = Optional.ofNullable(old).map(shadow -> new Shadow(shadow.tools(), shadow.tally(), e.problems()));
        }
        return next.map(shadow -> shadow.beside(state)).orElse(state);
    }

    /** Puts other configurations beside those in force; none if there are none. */
    synchronized ReloadOutcome shadow(PolicyEngine engine, Optional<List<PolicyConfiguration>> layers) {
        EngineState before = engine.state();
        EngineSettings settings = before.settings().shadowedBy(layers);
        try {
            EngineState alone = before.beside(settings, alone(before.ready()), null);
            EngineState next = Shadow.of(settings).map(shadow -> shadow.beside(alone)).orElse(alone);
            engine.enter(next);
            return new ReloadOutcome.Applied(List.of(), next.problems());
        } catch (InvalidPolicyException e) {
            return new ReloadOutcome.Invalid(e.problems());
        }
    }

    private static Map<String, PreparedTool> alone(Map<String, PreparedTool> ready) {
        Map<String, PreparedTool> alone = new LinkedHashMap<>();
        ready.forEach((name, tool) -> alone.put(name, tool.beside(null)));
        return alone;
    }

    private static boolean consents(ReloadConsent consent, List<PolicyChange> changes) {
        return UserCode.get(LOG, Level.WARNING, "asking for consent to a reload failed; what is in force stays",
                () -> consent.allows(List.copyOf(changes)), () -> false);
    }

    synchronized ReloadOutcome replace(PolicyEngine engine, List<ToolDefinition<?>> changed) {
        EngineState before = engine.state();
        Map<String, ToolDefinition<?>> wanted = new LinkedHashMap<>(before.held());
        changed.forEach(tool -> wanted.put(tool.name(), tool));
        EngineState next = shadowed(withHeld(before, wanted), before, true);
        engine.enter(next);
        return new ReloadOutcome.Applied(PolicyComparison.between(before, next), next.problems());
    }

    /** The state with each of these tools that fits; the others are held. */
    private static EngineState withHeld(EngineState base, Map<String, ToolDefinition<?>> wanted) {
        EngineState state = base.holding(Map.of(), List.of());
        Map<String, ToolDefinition<?>> held = new LinkedHashMap<>();
        List<PolicyProblem> why = new ArrayList<>();
        for (ToolDefinition<?> tool : wanted.values()) {
            try {
                state = withTool(state, tool);
            } catch (InvalidPolicyException e) {
                held.put(tool.name(), tool);
                why.addAll(e.problems());
                LOG.log(Level.WARNING, "tool \"{0}\" is disabled: {1}", tool.name(), e.getMessage());
            }
        }
        return state.holding(held, why);
    }

    private static EngineState withTool(EngineState state, ToolDefinition<?> tool) {
        ToolCatalog declared = state.settings().catalog();
        Map<String, ToolDefinition<?>> tools = new LinkedHashMap<>();
        declared.tools().forEach(each -> tools.put(each.name(), each));
        tools.put(tool.name(), tool);
        EngineSettings settings = state.settings().with(ToolCatalog.of(tools.values()), state.settings().layers());
        EngineState next = new EngineAssembly(settings).assemble();
        List<PolicyProblem> lost = new ArrayList<>();
        for (String list : List.of("run", "result")) {
            findLost(state, next, tool.name(), list).ifPresent(lost::add);
        }
        if (!lost.isEmpty()) {
            throw new InvalidPolicyException(lost);
        }
        return next;
    }

    /** A rule for all tools that served the tool and would not any more. */
    private static Optional<PolicyProblem> findLost(EngineState before, EngineState next, String tool, String list) {
        ListOrigin origin = before.configured().origin(tool, list);
        if (!origin.isForAll()) {
            return Optional.empty();
        }
        Set<Rule> kept = new HashSet<>(rules(next, tool, list));
        return rules(before, tool, list).stream()
                .filter(rule -> !kept.contains(rule))
                .findFirst()
                .map(rule -> lost(origin, Diagnostic.error(
                        DiagnosticCode.UNKNOWN_POINTER,
                        "tool \"" + tool + "\" has changed, so that the rule " + rule + " doesn't fit it any more")));
    }

    private static PolicyProblem lost(ListOrigin origin, Diagnostic problem) {
        return origin.place()
                .map(place -> PolicyProblem.at(place, problem))
                .orElseGet(() -> new PolicyProblem(origin.toString(), problem));
    }

    private static List<Rule> rules(EngineState state, String tool, String list) {
        Optional<ToolDefinition<?>> found = state.configured().tools().find(tool);
        Optional<RuleList> rules = found.flatMap(each -> list.equals("run") ? each.run() : each.result());
        return rules.map(RuleList::rules).orElse(List.of());
    }
}
