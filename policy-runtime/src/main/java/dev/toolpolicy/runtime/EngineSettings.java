package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.layer.PolicyLayer;
import dev.toolpolicy.event.ShadowListener;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.permission.PermissionCoordinator;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.session.SessionSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a service said of its engine. Immutable.
 *
 * @param catalog the tools as declared
 * @param layers the configurations, in order
 * @param policies the policies of every session, without those that requirements make
 * @param unreachable how rules are taken that can never decide
 * @param paths how paths are judged
 * @param limits what argument text may take up
 * @param sessions what sessions have in common
 * @param sessionsAreKept whether the service gave a store
 * @param explained whether calls remember what settled their rules
 * @param consent who is asked before a reload loosens something
 * @param permission who is asked about calls; null if nobody is
 * @param code lists that code gives, above all configurations
 * @param shadow the configurations that are evaluated beside those in force; empty if none are
 * @param shadowListener hears where they answer otherwise
 */
record EngineSettings(
        ToolCatalog catalog,
        List<PolicyLayer> layers,
        List<ToolPolicy> policies,
        Severity unreachable,
        PathSettings paths,
        ArgumentLimits limits,
        SessionSettings sessions,
        boolean sessionsAreKept,
        boolean explained,
        ReloadConsent consent,
        @Nullable PermissionSettings permission,
        PolicyLayer code,
        Optional<List<PolicyLayer>> shadow,
        ShadowListener shadowListener) {

    EngineSettings {
        layers = List.copyOf(layers);
        policies = List.copyOf(policies);
        shadow = shadow.map(List::copyOf);
    }

    EngineSettings with(ToolCatalog tools, List<PolicyLayer> configurations) {
        return new EngineSettings(tools, configurations, policies, unreachable, paths, limits, sessions,
                sessionsAreKept, explained, consent, permission, code, shadow, shadowListener);
    }

    EngineSettings shadowedBy(Optional<List<PolicyLayer>> other) {
        return new EngineSettings(catalog, layers, policies, unreachable, paths, limits, sessions,
                sessionsAreKept, explained, consent, permission, code, other, shadowListener);
    }

    /** The layers with the lists that code gives. */
    List<PolicyLayer> allLayers() {
        List<PolicyLayer> all = new ArrayList<>(layers);
        all.add(code);
        return all;
    }

    /** The prompts of a session that begins; null if there is nobody to ask. */
    @Nullable PermissionCoordinator coordinator() {
        return permission == null ? null : new PermissionCoordinator(permission);
    }
}
