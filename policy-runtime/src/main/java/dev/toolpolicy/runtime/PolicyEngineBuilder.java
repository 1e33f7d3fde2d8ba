package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.runtime.layer.PolicyLayer;
import dev.toolpolicy.event.PolicyListener;
import dev.toolpolicy.event.ShadowListener;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.argument.ArgumentLimits;
import dev.toolpolicy.runtime.argument.PathSettings;
import dev.toolpolicy.runtime.permission.PermissionHandler;
import dev.toolpolicy.runtime.permission.PermissionSettings;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
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
    private final List<PolicyLayer> layers = new ArrayList<>();
    private boolean explained;
    private ReloadConsent consent = ReloadConsent.NEVER;
    private @Nullable PermissionSettings permission;
    private final Map<String, RuleList> runByCode = new LinkedHashMap<>();
    private final Map<String, RuleList> resultByCode = new LinkedHashMap<>();
    private final List<PolicyLayer> shadow = new ArrayList<>();
    private ShadowListener shadowListener = event -> {};

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
    public PolicyEngineBuilder configuration(PolicyLayer... more) {
        layers.addAll(Arrays.asList(more));
        return this;
    }

    /**
     * How a tool's calls may run, by code: above what the tool declares and above all configurations, of now and of a
     * reload.
     *
     * @param tool the tool's name; {@code *} serves the tools without a list of their own
     * @param rules the whole list, in place of an earlier one that code gave
     * @return this builder
     */
    public PolicyEngineBuilder run(String tool, RuleList rules) {
        runByCode.put(Objects.requireNonNull(tool, "tool"), Objects.requireNonNull(rules, "rules"));
        return this;
    }

    /**
     * How a tool's results are delivered, by code: as with {@link #run}.
     *
     * @param tool the tool's name; {@code *} serves the tools without a list of their own
     * @param rules the whole list, in place of an earlier one that code gave
     * @return this builder
     */
    public PolicyEngineBuilder result(String tool, RuleList rules) {
        resultByCode.put(Objects.requireNonNull(tool, "tool"), Objects.requireNonNull(rules, "rules"));
        return this;
    }

    /**
     * Evaluates other configurations beside those in force, which has no effect: each call with whole, valid arguments is
     * compared, {@link PolicyEngine#shadow} counts, and the {@linkplain #shadowListener listener} hears where an answer
     * differs. They are layers above the tools' own declarations, in the place of those of {@link #configuration}, and
     * below what code gives. Only lists are compared: not requirements, and no tools that have other parameters there.
     *
     * @param more the configurations, in order
     * @return this builder
     */
    public PolicyEngineBuilder shadow(PolicyLayer... more) {
        shadow.addAll(Arrays.asList(more));
        return this;
    }

    /**
     * Who hears where a shadow answers otherwise.
     *
     * @param listener the listener, in place of an earlier one
     * @return this builder
     */
    public PolicyEngineBuilder shadowListener(ShadowListener listener) {
        shadowListener = Objects.requireNonNull(listener, "listener");
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
     * @throws InvalidPolicyException if a configuration is wrong, one of the shadow too, a rule list doesn't fit its tool
     *     or a requirement can't be met; it lists every such problem
     * @throws IllegalArgumentException if a policy's name is empty or taken
     */
    public PolicyEngine build() {
        EngineSettings settings = new EngineSettings(catalog, layers, policies, unreachable, paths, limits, sessions,
                storeGiven, explained, consent, permission, PolicyLayer.of(runByCode, resultByCode),
                shadow.isEmpty() ? Optional.empty() : Optional.of(shadow), shadowListener);
        return new PolicyEngine(assemble(settings));
    }

    /** The state and what is evaluated beside it, or what is wrong with both. */
    private static EngineState assemble(EngineSettings settings) {
        Set<PolicyProblem> problems = new LinkedHashSet<>();
        Optional<EngineState> state = tried(problems, () -> Optional.of(new EngineAssembly(settings).assemble()));
        Optional<Shadow> beside = tried(problems, () -> Shadow.of(settings));
        if (!problems.isEmpty()) {
            throw new InvalidPolicyException(List.copyOf(problems));
        }
        return beside.map(each -> each.beside(state.orElseThrow())).orElseGet(state::orElseThrow);
    }

    private static <T> Optional<T> tried(Set<PolicyProblem> problems, Supplier<Optional<T>> step) {
        try {
            return step.get();
        } catch (InvalidPolicyException e) {
            problems.addAll(e.problems());
            return Optional.empty();
        }
    }
}
