package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolDefinition;
import dev.toolpolicy.rule.Rule;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.analysis.Diagnostic;
import dev.toolpolicy.runtime.config.ListOrigin;
import dev.toolpolicy.runtime.config.PolicyConfiguration;
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
import java.util.function.Function;

/**
 * Puts another state in force, or leaves the one that is. A tool whose new description doesn't fit its rules is held:
 * its old description stays among the tools, so that all that refers to it is still checked, but it can't be called.
 * Each reload tries the new one again.
 */
final class Reloading {
    private static final Logger LOG = System.getLogger(Reloading.class.getName());

    /** One at a time; calls don't wait for it. */
    synchronized ReloadOutcome reload(
            PolicyEngine engine, Function<EngineState, List<PolicyConfiguration>> layers) {
        EngineState before = engine.state();
        EngineState next;
        try {
            EngineSettings settings = before.settings().with(before.settings().catalog(), layers.apply(before));
            next = withHeld(new EngineAssembly(settings).assemble(), before.held());
        } catch (InvalidPolicyException e) {
            return new ReloadOutcome.Invalid(e.problems());
        }
        List<PolicyChange> changes = PolicyComparison.between(before, next);
        boolean asks = changes.stream().anyMatch(PolicyChange::mayLoosen);
        if (asks && !consents(before.settings().consent(), changes)) {
            return new ReloadOutcome.Declined(changes, next.problems());
        }
        engine.enter(next);
        return new ReloadOutcome.Applied(changes, next.problems());
    }

    private static boolean consents(ReloadConsent consent, List<PolicyChange> changes) {
        try {
            return consent.allows(List.copyOf(changes));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "asking for consent to a reload failed; what is in force stays", e);
            return false;
        }
    }

    synchronized ReloadOutcome replace(PolicyEngine engine, List<ToolDefinition<?>> changed) {
        EngineState before = engine.state();
        Map<String, ToolDefinition<?>> wanted = new LinkedHashMap<>(before.held());
        changed.forEach(tool -> wanted.put(tool.name(), tool));
        EngineState next = withHeld(before, wanted);
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
        if (origin.kind() != ListOrigin.Kind.ALL_TOOLS) {
            return Optional.empty();
        }
        Set<Rule> kept = new HashSet<>(rules(next, tool, list));
        return rules(before, tool, list).stream()
                .filter(rule -> !kept.contains(rule))
                .findFirst()
                .map(rule -> PolicyProblem.at(origin.place().orElseThrow(), Diagnostic.error(
                        DiagnosticCode.UNKNOWN_POINTER,
                        "tool \"" + tool + "\" has changed, so that the rule " + rule + " doesn't fit it any more")));
    }

    private static List<Rule> rules(EngineState state, String tool, String list) {
        Optional<ToolDefinition<?>> found = state.configured().tools().find(tool);
        Optional<RuleList> rules = found.flatMap(each -> list.equals("run") ? each.run() : each.result());
        return rules.map(RuleList::rules).orElse(List.of());
    }
}
