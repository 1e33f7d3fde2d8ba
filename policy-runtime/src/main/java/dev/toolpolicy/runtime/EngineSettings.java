package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.config.PolicyConfiguration;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.permission.PermissionCoordinator;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.rule.PathSettings;
import dev.toolpolicy.runtime.session.SessionSettings;
import java.util.List;
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
 */
record EngineSettings(
        ToolCatalog catalog,
        List<PolicyConfiguration> layers,
        List<ToolPolicy> policies,
        Severity unreachable,
        PathSettings paths,
        ArgumentLimits limits,
        SessionSettings sessions,
        boolean sessionsAreKept,
        boolean explained,
        ReloadConsent consent,
        @Nullable PermissionSettings permission) {

    EngineSettings {
        layers = List.copyOf(layers);
        policies = List.copyOf(policies);
    }

    EngineSettings with(ToolCatalog tools, List<PolicyConfiguration> configurations) {
        return new EngineSettings(tools, configurations, policies, unreachable, paths, limits, sessions,
                sessionsAreKept, explained, consent, permission);
    }

    /** The prompts of a session that begins; null if there is nobody to ask. */
    @Nullable PermissionCoordinator coordinator() {
        return permission == null ? null : new PermissionCoordinator(permission);
    }
}
