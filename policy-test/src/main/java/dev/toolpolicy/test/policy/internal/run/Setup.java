package dev.toolpolicy.test.policy.internal.run;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.runtime.PermissionHandler;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyEngineBuilder;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.schema.NormalPath;
import dev.toolpolicy.test.policy.internal.file.TestFile.Scene;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The parts that an engine under test is made of.
 *
 * @param tools the tools
 * @param layers the policy files, from the first to the last
 * @param scene what the engine is told about paths
 */
public record Setup(ToolCatalog tools, List<PolicyLayer> layers, Scene scene) {
    /** A clock that stands still, so that the time of day changes no result. */
    public static final Clock NOON = Clock.fixed(Instant.parse("2026-01-01T12:00:00Z"), ZoneOffset.UTC);

    /** An approver who approves everything: what a test says has run, has run. */
    public static final PermissionHandler APPROVING = request -> CompletableFuture.completedFuture(request.approve());

    /** Returns the settings of paths. */
    public PathSettings paths() {
        NormalPath.Form form =
                scene.workspace().map(NormalPath.Form.PLAIN::inWorkspace).orElse(NormalPath.Form.PLAIN);
        PathSettings plain = PathSettings.plain().withForm(form);
        PathSettings settings =
                scene.home().map(home -> plain.withHome(home, true)).orElse(plain);
        Set<NormalPath> files = scene.files().stream().map(settings.form()::of).collect(Collectors.toUnmodifiableSet());
        return settings.withFiles(
                files::contains, path -> files.contains(path) ? Optional.of("unchanged") : Optional.empty());
    }

    /** Returns a builder of the engine, whose clock stands still and whose approver approves. */
    public PolicyEngineBuilder builder() {
        return builder(APPROVING, NOON);
    }

    /** Returns a builder of the engine with its tools, layers and paths. */
    public PolicyEngineBuilder builder(PermissionHandler approver, Clock clock) {
        return PolicyEngine.builder()
                .tools(tools)
                .configuration(layers.toArray(PolicyLayer[]::new))
                .paths(paths())
                .sessions(SessionSettings.inMemory().withClock(clock).withCountsApart())
                .permission(approver)
                .recordExplanations();
    }
}
