package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.ShadowEvent;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.approve.PermissionCoordinator;
import dev.toolpolicy.runtime.internal.approve.SessionAnswers;
import dev.toolpolicy.runtime.store.SessionSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that an engine was built with. Immutable.
 *
 * @param catalog the tools as declared
 * @param layers the configurations, in order
 * @param policies the policies of every session, without those from requirements
 * @param unreachable the severity of rules that never apply
 * @param paths how rules and keys compare paths
 * @param limits the limits of argument text
 * @param sessions what all sessions share
 * @param explained whether calls record what settled their rules
 * @param consent decides on reloads that may loosen something
 * @param permission the approval handler and its settings; null if there is none
 * @param code the rule lists that were set in code, above all configurations
 * @param shadow the configurations that are evaluated beside the current ones; empty if there are none
 * @param shadowListener gets the calls that the shadow decides differently
 * @param callListeners get each call that ended
 * @param firstTools the names of the tools with which the engine was built; all others came later
 * @param vitals counts for the engine's health
 * @param strict whether warnings that no file accepts are errors
 */
public record EngineSettings(
        ToolCatalog catalog,
        List<PolicyLayer> layers,
        List<ToolPolicy> policies,
        Severity unreachable,
        PathSettings paths,
        ArgumentLimits limits,
        SessionSettings sessions,
        boolean explained,
        Predicate<? super List<ReloadOutcome.Change>> consent,
        @Nullable PermissionSettings permission,
        PolicyLayer code,
        Optional<List<PolicyLayer>> shadow,
        Consumer<? super ShadowEvent> shadowListener,
        List<CallRecord.Listener> callListeners,
        Set<String> firstTools,
        EngineVitals vitals,
        boolean strict) {

    /** Copies the lists. */
    public EngineSettings {
        layers = List.copyOf(layers);
        policies = List.copyOf(policies);
        shadow = shadow.map(List::copyOf);
        callListeners = List.copyOf(callListeners);
        firstTools = Set.copyOf(firstTools);
    }

    /** Returns the names of the tools that came after the engine was built. */
    Set<String> laterTools() {
        Set<String> later = new HashSet<>();
        catalog.tools().forEach(tool -> later.add(tool.name()));
        later.removeAll(firstTools);
        return later;
    }

    /** Returns these settings with other tools and configurations. */
    EngineSettings with(ToolCatalog tools, List<PolicyLayer> configurations) {
        return with(tools, configurations, shadow);
    }

    /** Returns these settings with another shadow. */
    EngineSettings shadowedBy(Optional<List<PolicyLayer>> other) {
        return with(catalog, layers, other);
    }

    private EngineSettings with(
            ToolCatalog tools, List<PolicyLayer> configurations, Optional<List<PolicyLayer>> beside) {
        return new EngineSettings(
                tools,
                configurations,
                policies,
                unreachable,
                paths,
                limits,
                sessions,
                explained,
                consent,
                permission,
                code,
                beside,
                shadowListener,
                callListeners,
                firstTools,
                vitals,
                strict);
    }

    /** Returns the layers and, last, the lists that were set in code. */
    List<PolicyLayer> allLayers() {
        List<PolicyLayer> all = new ArrayList<>(layers);
        all.add(code);
        return all;
    }

    /** Returns the approval requests of one object of a session; null if there is no handler. */
    @Nullable
    PermissionCoordinator coordinator(SessionAnswers answers, String session) {
        return permission == null ? null : vitals.watch(new PermissionCoordinator(permission, answers, session));
    }
}
