package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic;
import dev.toolpolicy.internal.text.VisibleText;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.rule.RuleSpec;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.internal.fault.UserCode;
import dev.toolpolicy.runtime.internal.load.ListOrigin;
import dev.toolpolicy.runtime.internal.remember.PolicyTree;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.DiagnosticCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The state of an engine and its reloads, which replace the state or leave it as it is. A tool whose new description
 * doesn't fit its rules is held (disabled). Its old description stays among the tools, so that references to it are
 * still checked, but it can't be called. Each reload tries the new description again.
 */
final class Reloading {
    private static final Logger LOG = System.getLogger(Reloading.class.getName());

    private volatile EngineState state;
    private volatile boolean closed;

    Reloading(EngineState first) {
        state = kept(first);
    }

    /** Returns a state, whose sessions are kept for the longest time that its policies count. */
    private static EngineState kept(EngineState state) {
        SessionStore store = state.settings().sessions().store();
        Duration time = PolicyTree.longestWindow(state.policies());
        UserCode.run(LOG, Level.ERROR, "the store can't keep sessions for " + time, () -> store.keepUnused(time));
        return state;
    }

    /** Returns the current state. */
    EngineState state() {
        return state;
    }

    /**
     * Returns the current state for a new call or session.
     *
     * @throws IllegalStateException if the engine is closed
     */
    EngineState open() {
        if (closed) {
            throw new IllegalStateException("the engine is closed: it decides about no further call");
        }
        return state;
    }

    void close() {
        closed = true;
    }

    /** Runs a reload, one at a time. Calls don't wait. */
    ReloadOutcome reload(UnaryOperator<EngineSettings> change) {
        return EngineLog.reloaded("reload", reloadNow(change));
    }

    private synchronized ReloadOutcome reloadNow(UnaryOperator<EngineSettings> change) {
        EngineState before = open();
        EngineState next;
        try {
            EngineSettings settings = change.apply(before.settings());
            next = withHeld(new EngineAssembly(settings).assemble(), before.held());
        } catch (InvalidPolicyException e) {
            return new ReloadOutcome(ReloadOutcome.Kind.INVALID, List.of(), e.problems());
        }
        List<ReloadOutcome.Change> changes = PolicyComparison.between(before, next);
        boolean asks = changes.stream().anyMatch(ReloadOutcome.Change::mayLoosen);
        if (asks && !consents(before.settings().consent(), changes)) {
            return new ReloadOutcome(ReloadOutcome.Kind.DECLINED, changes, next.problems());
        }
        return enter(shadowed(next, before, false), changes);
    }

    /** Returns the state with the shadow of its settings. An invalid shadow leaves the previous one in place. */
    private static EngineState shadowed(EngineState state, EngineState before, boolean keepsCounts) {
        Shadow old = before.shadow();
        Optional<Shadow> next;
        try {
            Optional<Shadow> made = Shadow.of(state.settings());
            next = made.map(shadow -> keepsCounts && old != null ? shadow.counting(old.tally()) : shadow);
        } catch (InvalidPolicyException e) {
            LOG.log(Level.WARNING, "the previous shadow stays, since the new one is invalid: {0}", e.getMessage());
            next = Optional.ofNullable(old)
                    .map(shadow -> new Shadow(shadow.tools(), shadow.tally(), e.problems(), Map.of()));
        }
        return next.map(shadow -> shadow.beside(state)).orElse(state);
    }

    /** Replaces the shadow, or removes it. */
    ReloadOutcome shadow(Optional<List<PolicyLayer>> layers) {
        return EngineLog.reloaded("reload of the shadow", shadowNow(layers));
    }

    private synchronized ReloadOutcome shadowNow(Optional<List<PolicyLayer>> layers) {
        EngineState before = open();
        EngineSettings settings = before.settings().shadowedBy(layers);
        try {
            EngineState alone = before.beside(settings, null);
            EngineState next =
                    Shadow.of(settings).map(shadow -> shadow.beside(alone)).orElse(alone);
            return enter(next, List.of());
        } catch (InvalidPolicyException e) {
            return new ReloadOutcome(ReloadOutcome.Kind.INVALID, List.of(), e.problems());
        }
    }

    private static boolean consents(
            Predicate<? super List<ReloadOutcome.Change>> consent, List<ReloadOutcome.Change> changes) {
        return UserCode.get(
                LOG,
                Level.WARNING,
                "the reload consent failed; the current configuration stays",
                () -> consent.test(List.copyOf(changes)),
                () -> false);
    }

    ReloadOutcome replace(List<ToolSpec<?>> changed) {
        return EngineLog.reloaded("replacement of tools", replaceNow(changed));
    }

    private synchronized ReloadOutcome replaceNow(List<ToolSpec<?>> changed) {
        EngineState before = open();
        Map<String, ToolSpec<?>> wanted = new LinkedHashMap<>(before.held());
        changed.forEach(tool -> wanted.put(tool.name(), tool));
        EngineState next = shadowed(withHeld(before, wanted), before, true);
        return enter(next, PolicyComparison.between(before, next));
    }

    private ReloadOutcome enter(EngineState next, List<ReloadOutcome.Change> changes) {
        List<PolicyProblem> known = state.problems();
        state = kept(next);
        EngineLog.warn(next.problems().stream()
                .filter(problem -> !known.contains(problem)
                        && next.why().values().stream().noneMatch(reasons -> reasons.contains(problem)))
                .toList());
        return new ReloadOutcome(ReloadOutcome.Kind.APPLIED, changes, next.problems());
    }

    /** Returns the state with each of these tools that fits its rules; the others are held. */
    static EngineState withHeld(EngineState base, Map<String, ToolSpec<?>> wanted) {
        Map<String, ToolSpec<?>> held = new LinkedHashMap<>();
        Map<String, List<PolicyProblem>> why = new LinkedHashMap<>();
        EngineState state = withFitting(base.holding(Map.of(), Map.of()), List.copyOf(wanted.values()), held, why);
        return state.holding(held, why);
    }

    /**
     * Adds tools all at once if they fit, and otherwise one half after the other. A state is assembled in step with all
     * its tools, so one assembly for each new tool would take minutes for a server's two thousand.
     */
    private static EngineState withFitting(
            EngineState state,
            List<ToolSpec<?>> wanted,
            Map<String, ToolSpec<?>> held,
            Map<String, List<PolicyProblem>> why) {
        if (wanted.isEmpty()) {
            return state;
        }
        try {
            return withTools(state, wanted);
        } catch (InvalidPolicyException e) {
            int half = wanted.size() / 2;
            if (half > 0) {
                EngineState first = withFitting(state, wanted.subList(0, half), held, why);
                return withFitting(first, wanted.subList(half, wanted.size()), held, why);
            }
            ToolSpec<?> tool = wanted.get(0);
            held.put(tool.name(), tool);
            why.put(tool.name(), e.problems());
            LOG.log(
                    Level.WARNING,
                    VisibleText.line(
                            "tool \"" + tool.name() + "\" is disabled: " + e.getMessage(), VisibleText.DETAIL));
            return state;
        }
    }

    private static EngineState withTools(EngineState state, List<ToolSpec<?>> added) {
        ToolCatalog declared = state.settings().catalog();
        Map<String, ToolSpec<?>> tools = new LinkedHashMap<>();
        declared.tools().forEach(each -> tools.put(each.name(), each));
        added.forEach(each -> tools.put(each.name(), each));
        EngineSettings settings = state.settings()
                .with(ToolCatalog.of(tools.values()), state.settings().layers());
        EngineState next = new EngineAssembly(settings).assemble();
        List<PolicyProblem> lost = new ArrayList<>();
        for (ToolSpec<?> tool : added) {
            for (ListKind list : ListKind.values()) {
                findLost(state, next, tool.name(), list).ifPresent(lost::add);
            }
        }
        if (!lost.isEmpty()) {
            throw new InvalidPolicyException(lost);
        }
        return next;
    }

    /** Finds a rule for all tools that applied to the tool and would be lost. */
    private static Optional<PolicyProblem> findLost(EngineState before, EngineState next, String tool, ListKind list) {
        ListOrigin origin = before.configured().origin(tool, list);
        if (!origin.isForAll()) {
            return Optional.empty();
        }
        Set<RuleSpec> kept = new HashSet<>(rules(next, tool, list));
        return rules(before, tool, list).stream()
                .filter(rule -> !kept.contains(rule))
                .findFirst()
                .map(rule -> origin.problem(
                        Diagnostic.error(
                                DiagnosticCode.UNKNOWN_POINTER,
                                "tool \"" + tool + "\" has changed, so that the rule " + rule
                                        + " doesn't fit it any more"),
                        origin.toString()));
    }

    private static List<RuleSpec> rules(EngineState state, String tool, ListKind list) {
        Optional<ToolSpec<?>> found = state.configured().tools().find(tool);
        Optional<RuleList> rules = found.flatMap(spec -> spec.rules(list));
        return rules.map(RuleList::rules).orElse(List.of());
    }
}
