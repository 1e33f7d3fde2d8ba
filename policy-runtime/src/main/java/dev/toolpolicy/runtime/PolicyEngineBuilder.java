package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.event.PolicyListener;
import dev.toolpolicy.runtime.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.config.PolicyConfiguration;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.permission.PermissionHandler;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.rule.PathSettings;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds a {@link PolicyEngine}; everything that is wrong is said by {@link #build}, at once. Not thread-safe. */
public final class PolicyEngineBuilder {
    private final List<ToolPolicy> policies = new ArrayList<>();
    private ToolCatalog catalog = ToolCatalog.of(List.of());
    private ArgumentLimits limits = ArgumentLimits.defaults();
    private PathSettings paths = PathSettings.plain();
    private Severity unreachable = Severity.ERROR;
    private SessionSettings sessions = SessionSettings.inMemory();
    private boolean storeGiven;
    private final List<PolicyConfiguration> layers = new ArrayList<>();
    private boolean explained;
    private ReloadConsent consent = ReloadConsent.NEVER;
    private @Nullable PermissionSettings permission;

    PolicyEngineBuilder() {}

    /**
     * The tools that a model can call, in place of earlier ones.
     *
     * @param tools the tools; any other name makes a call invalid
     * @return this builder
     */
    public PolicyEngineBuilder tools(ToolCatalog tools) {
        catalog = Objects.requireNonNull(tools, "tools");
        return this;
    }

    /**
     * Adds configurations, each a layer above the tools' own declarations and the configurations before it: the last
     * list for a tool replaces earlier ones whole, requirements add up. A call with a path that names one of their
     * files never runs unattended.
     *
     * @param more the configurations, in order
     * @return this builder
     */
    public PolicyEngineBuilder configuration(PolicyConfiguration... more) {
        layers.addAll(Arrays.asList(more));
        return this;
    }

    /**
     * Who is asked before {@link PolicyEngine#reload} loosens something.
     *
     * @param asked who is asked; {@link ReloadConsent#NEVER} unless said, so that nothing is loosened
     * @return this builder
     */
    public PolicyEngineBuilder reloadConsent(ReloadConsent asked) {
        consent = Objects.requireNonNull(asked, "asked");
        return this;
    }

    /**
     * Adds policies that every session has, after those the tools' own requirements make.
     *
     * @param more the policies, in order
     * @return this builder
     */
    public PolicyEngineBuilder policies(ToolPolicy... more) {
        policies.addAll(Arrays.asList(more));
        return this;
    }

    /**
     * Who is asked about calls that rules or policies don't let run unattended, with the usual settings.
     *
     * @param handler asks
     * @return this builder
     */
    public PolicyEngineBuilder permission(PermissionHandler handler) {
        return permission(PermissionSettings.of(handler));
    }

    /**
     * Who is asked about calls that rules or policies don't let run unattended, and how long. Unless this is said there is
     * nobody to ask, and such calls don't run.
     *
     * @param settings who, and how long
     * @return this builder
     */
    public PolicyEngineBuilder permission(PermissionSettings settings) {
        permission = Objects.requireNonNull(settings, "settings");
        return this;
    }

    /**
     * What the text of a call's arguments may take up.
     *
     * @param changed the limits; {@link ArgumentLimits#defaults} unless said
     * @return this builder
     */
    public PolicyEngineBuilder limits(ArgumentLimits changed) {
        limits = Objects.requireNonNull(changed, "changed");
        return this;
    }

    /**
     * How paths are judged, by rules and as keys.
     *
     * @param changed the settings; {@link PathSettings#plain} unless said
     * @return this builder
     */
    public PolicyEngineBuilder paths(PathSettings changed) {
        paths = Objects.requireNonNull(changed, "changed");
        return this;
    }

    /**
     * Where sessions keep what they remember: a session that begins under an id which the store knows goes on. Unless a
     * store is given here, each session remembers in memory, until it is closed.
     *
     * @param store the store
     * @return this builder
     */
    public PolicyEngineBuilder sessions(SessionStore store) {
        return sessions(sessions.storedIn(store));
    }

    /**
     * What sessions have in common: their store, their clock, who hears of what policies decide, limits.
     *
     * @param settings the settings, whose store keeps the sessions
     * @return this builder
     */
    public PolicyEngineBuilder sessions(SessionSettings settings) {
        sessions = Objects.requireNonNull(settings, "settings");
        storeGiven = true;
        return this;
    }

    /**
     * Who hears of what policies decide, in place of earlier ones; the sessions' store stays as it is.
     *
     * @param listeners the listeners, in order
     * @return this builder
     */
    public PolicyEngineBuilder listeners(PolicyListener... listeners) {
        sessions = sessions.heardBy(List.of(listeners), sessions.everyCheck());
        return this;
    }

    /**
     * Lets every call remember what settled each of its rules, for {@code ToolCallStream.explanation()}. It costs one
     * small object for each rule that is settled.
     *
     * @return this builder
     */
    public PolicyEngineBuilder explaining() {
        explained = true;
        return this;
    }

    /**
     * How rules that can never decide are taken.
     *
     * @param severity {@link Severity#ERROR}, unless said, keeps the engine from being built; {@link Severity#WARNING}
     *     lists them in {@link PolicyEngine#warnings}
     * @return this builder
     */
    public PolicyEngineBuilder unreachableRules(Severity severity) {
        unreachable = Objects.requireNonNull(severity, "severity");
        return this;
    }

    /**
     * Builds the engine.
     *
     * @return an engine that is ready
     * @throws InvalidPolicyException if a configuration is wrong, a rule list doesn't fit its tool or a requirement
     *     can't be met; it lists every such problem
     * @throws IllegalArgumentException if a policy's name is empty or taken
     */
    public PolicyEngine build() {
        EngineSettings settings = new EngineSettings(catalog, layers, policies, unreachable, paths, limits, sessions,
                storeGiven, explained, consent, permission);
        return new PolicyEngine(new EngineAssembly(settings).assemble());
    }
}
