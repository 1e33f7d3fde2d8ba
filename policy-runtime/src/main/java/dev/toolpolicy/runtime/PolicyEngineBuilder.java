package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.analysis.Diagnostic.Severity;
import dev.toolpolicy.event.CallRecord;
import dev.toolpolicy.event.PolicyEvent;
import dev.toolpolicy.event.ShadowEvent;
import dev.toolpolicy.rule.ResultSpec;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.PermissionSettings;
import dev.toolpolicy.runtime.call.ArgumentLimits;
import dev.toolpolicy.runtime.call.PathSettings;
import dev.toolpolicy.runtime.internal.engine.EngineSettings;
import dev.toolpolicy.runtime.internal.engine.EngineVitals;
import dev.toolpolicy.runtime.internal.engine.RunningEngine;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import dev.toolpolicy.schema.ToolSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A builder of a {@link PolicyEngine}. {@link #build} reports all problems together. Not thread-safe. */
public final class PolicyEngineBuilder {
    private static final int SESSIONS = 10_000;
    private static final Duration SESSION_IDLE = Duration.ofHours(24);

    private final List<ToolPolicy> policies = new ArrayList<>();
    private ToolCatalog catalog = ToolCatalog.empty();
    private ArgumentLimits limits = ArgumentLimits.defaults();
    private PathSettings paths = PathSettings.plain();
    private Severity unreachable = Severity.ERROR;
    private @Nullable SessionSettings sessions;
    private SessionSettings defaultSessions = SessionSettings.inMemory();
    private @Nullable SessionStore sessionStore;
    private final List<Consumer<? super PolicyEvent>> policyListeners = new ArrayList<>();
    private final List<PolicyLayer> layers = new ArrayList<>();
    private boolean explained;
    private boolean strict;
    private Predicate<? super List<ReloadOutcome.Change>> consent = changes -> false;
    private @Nullable PermissionSettings permission;
    private Optional<ToolSchema> facts = Optional.empty();
    private final Map<String, RuleList> runByCode = new LinkedHashMap<>();
    private final Map<String, RuleList> resultByCode = new LinkedHashMap<>();
    private final Map<String, List<ResultSpec>> resultsByCode = new LinkedHashMap<>();
    private final List<PolicyLayer> shadow = new ArrayList<>();
    private Consumer<? super ShadowEvent> shadowListener = event -> {};
    private final List<CallRecord.Listener> callListeners = new ArrayList<>();

    PolicyEngineBuilder() {}

    /**
     * Declares facts that the service knows about calls, such as the role of the caller. Rules may look at them. Tools and
     * policy files declare facts too; declarations of one name must agree.
     *
     * @param declared the facts as the properties of an object
     * @return this builder
     */
    public PolicyEngineBuilder facts(ToolSchema declared) {
        facts = Optional.of(declared);
        return this;
    }

    /**
     * Sets the tools that a model can call. Replaces earlier tools.
     *
     * @param tools the tools; a call of any other name is invalid
     * @return this builder
     */
    public PolicyEngineBuilder tools(ToolCatalog tools) {
        catalog = Objects.requireNonNull(tools, "tools");
        return this;
    }

    /**
     * Adds configurations, each a layer above the tools' declarations and the configurations before it. The last rule
     * list for a tool replaces earlier ones as a whole. Requirements add up. A call with a path that names one of the
     * configuration files never runs without approval.
     *
     * @param layers the configurations, in order
     * @return this builder
     */
    public PolicyEngineBuilder configuration(PolicyLayer... layers) {
        this.layers.addAll(Arrays.asList(layers));
        return this;
    }

    /**
     * Sets the rule list that decides whether a tool's calls may run. The list takes precedence over the tool's
     * declaration and over all configurations, current and reloaded.
     *
     * @param tool the tool's name; a pattern with {@code *} applies to tools without a list of their own, also in files
     * @param rules the whole list; replaces an earlier list that was set in code
     * @return this builder
     */
    public PolicyEngineBuilder run(String tool, RuleList rules) {
        runByCode.put(Objects.requireNonNull(tool, "tool"), Objects.requireNonNull(rules, "rules"));
        return this;
    }

    /**
     * Sets the rule list that decides how a tool's results are delivered. Precedence is as for {@link #run}.
     *
     * @param tool the tool's name; a pattern with {@code *} applies to tools without a list of their own, also in files
     * @param rules the whole list; replaces an earlier list that was set in code
     * @return this builder
     */
    public PolicyEngineBuilder result(String tool, RuleList rules) {
        resultByCode.put(Objects.requireNonNull(tool, "tool"), Objects.requireNonNull(rules, "rules"));
        return this;
    }

    /**
     * Sets what a tool's results bring into a session: the labels of their text, and the values of sets. It takes
     * precedence over the tool's declaration and over all configurations.
     *
     * @param tool the tool's name, or a pattern with {@code *}
     * @param entries the entries, of which the first counts whose conditions hold; the last has none
     * @return this builder
     */
    public PolicyEngineBuilder results(String tool, ResultSpec... entries) {
        resultsByCode.put(Objects.requireNonNull(tool, "tool"), List.of(entries));
        return this;
    }

    /**
     * Adds configurations that are evaluated beside the current ones, without any effect on calls. Each call with
     * complete, valid arguments is compared: {@link PolicyEngine#shadow} counts, and the {@linkplain #onShadow
     * listener} gets each difference. Shadow layers stand above the tools' declarations, replace those of {@link
     * #configuration}, and stay below lists that were set in code. Only rule lists are compared. Requirements, and
     * tools whose parameters differ in the shadow, are not.
     *
     * @param layers the configurations, in order
     * @return this builder
     */
    public PolicyEngineBuilder shadow(PolicyLayer... layers) {
        shadow.addAll(Arrays.asList(layers));
        return this;
    }

    /**
     * Sets the listener that gets each call that the shadow decides differently. The engine calls it on the thread
     * that concludes the call, before the outcome has any effect. It should return quickly. An exception from it is
     * logged and changes nothing.
     *
     * @param listener the listener; replaces an earlier one
     * @return this builder
     */
    public PolicyEngineBuilder onShadow(Consumer<? super ShadowEvent> listener) {
        shadowListener = Objects.requireNonNull(listener, "listener");
        return this;
    }

    /**
     * Sets the consent that is needed before {@link PolicyEngine#reload} loosens something.
     *
     * @param reloadConsent decides on the changes; the default declines every change that may loosen something
     * @return this builder
     */
    public PolicyEngineBuilder reloadConsent(Predicate<? super List<ReloadOutcome.Change>> reloadConsent) {
        consent = Objects.requireNonNull(reloadConsent, "reloadConsent");
        return this;
    }

    /**
     * Adds session policies. Every session has them, after the policies that come from the tools' requirements.
     *
     * @param sessionPolicies the policies, in order
     * @return this builder
     */
    public PolicyEngineBuilder policies(ToolPolicy... sessionPolicies) {
        policies.addAll(Arrays.asList(sessionPolicies));
        return this;
    }

    /**
     * Sets the handler that asks a person about calls that need approval, with default settings.
     *
     * @param handler the handler
     * @return this builder
     */
    public PolicyEngineBuilder permission(PermissionHandler handler) {
        return permission(PermissionSettings.of(handler));
    }

    /**
     * Sets the handler that asks a person about calls that need approval, and its timeout. Without a handler, calls
     * that need approval don't run.
     *
     * @param settings the handler and its settings
     * @return this builder
     */
    public PolicyEngineBuilder permission(PermissionSettings settings) {
        permission = Objects.requireNonNull(settings, "settings");
        return this;
    }

    /**
     * Limits the size of argument text.
     *
     * @param argumentLimits the limits; the default is {@link ArgumentLimits#defaults}
     * @return this builder
     */
    public PolicyEngineBuilder limits(ArgumentLimits argumentLimits) {
        limits = Objects.requireNonNull(argumentLimits, "argumentLimits");
        return this;
    }

    /**
     * Sets how rules and keys compare paths.
     *
     * @param pathSettings the settings; the default is {@link PathSettings#plain}
     * @return this builder
     */
    public PolicyEngineBuilder paths(PathSettings pathSettings) {
        paths = Objects.requireNonNull(pathSettings, "pathSettings");
        return this;
    }

    /**
     * Sets the store in which sessions keep their state. A session with an id that the store knows continues. Without a
     * store, sessions are in this process's memory: at most 10,000, each until it wasn't used for 24 hours. That time is
     * longer if a limit's time, the validity of stored approvals or the outcome timeout is.
     *
     * @param store the store
     * @return this builder
     * @throws IllegalStateException if another store was set before
     */
    public PolicyEngineBuilder sessions(SessionStore store) {
        requireNoOther(store);
        sessionStore = Objects.requireNonNull(store, "store");
        return this;
    }

    /**
     * Sets what all sessions share: clock, limits, redactor, and possibly a store. Their listeners are added to those of
     * {@link #onPolicyEvent}.
     *
     * @param settings the settings
     * @return this builder
     * @throws IllegalStateException if settings were set before, or they have a store and another one was set before
     */
    public PolicyEngineBuilder sessions(SessionSettings settings) {
        if (sessions != null) {
            throw new IllegalStateException("the settings of sessions were set twice: set all of them together");
        }
        if (settings.hasStore()) {
            requireNoOther(settings.store());
        }
        sessions = settings;
        return this;
    }

    /** Sets what all sessions share, without a store, unless {@link #sessions(SessionSettings)} sets it. For adapters. */
    public PolicyEngineBuilder defaultSessions(SessionSettings settings) {
        defaultSessions = Objects.requireNonNull(settings, "settings");
        return this;
    }

    private void requireNoOther(SessionStore store) {
        boolean inSettings = sessions != null && sessions.hasStore() && sessions.store() != store;
        if (inSettings || sessionStore != null && sessionStore != store) {
            throw new IllegalStateException("the store of sessions was set twice");
        }
    }

    /**
     * Adds a listener for the decisions of session policies.
     *
     * @param listener the listener; earlier ones stay
     * @return this builder
     */
    public PolicyEngineBuilder onPolicyEvent(Consumer<? super PolicyEvent> listener) {
        policyListeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Returns what all sessions share. The order in which it was set has no effect. */
    private SessionSettings sessionSettings() {
        SessionSettings settings = sessions == null ? defaultSessions : sessions;
        if (sessionStore != null) {
            settings = settings.withStore(sessionStore);
        } else if (!settings.hasStore()) {
            Duration idle = Collections.max(
                    List.of(SESSION_IDLE, settings.approvalValidity().orElse(SESSION_IDLE), settings.outcomeTimeout()));
            settings = settings.withStore(SessionStore.inMemory(SESSIONS, idle));
        }
        return settings.withListeners(policyListeners, false);
    }

    /**
     * Adds a listener that receives the record of each call that ended, exactly once: by rules, policies, people or
     * validation, and streamed, whole, in a turn, through an adapter or a gate. A call that was handed over with
     * {@code GuardedCall.begin} has no record until its host says how it ended; if the host never does, it has none.
     *
     * @param listener the listener; earlier ones stay
     * @return this builder
     */
    public PolicyEngineBuilder onCall(CallRecord.Listener listener) {
        callListeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Makes every call record what settled each of its rules, for {@code ToolCallStream.explanation()}. This costs one
     * small object for each settled rule.
     *
     * @return this builder
     */
    public PolicyEngineBuilder recordExplanations() {
        explained = true;
        return this;
    }

    /**
     * Sets the severity of rules that never apply.
     *
     * @param severity {@link Severity#ERROR}, the default, fails the build; {@link Severity#WARNING} lists them in
     *     {@link PolicyEngine#warnings}
     * @return this builder
     */
    public PolicyEngineBuilder unreachableRules(Severity severity) {
        unreachable = Objects.requireNonNull(severity, "severity");
        return this;
    }

    /**
     * Makes warnings errors: those of {@link #build}, and those of each reload. A policy file can accept warnings of some
     * codes, by {@code accept = ["no-catch-all"]}.
     *
     * @return this builder
     */
    public PolicyEngineBuilder strict() {
        strict = true;
        return this;
    }

    /**
     * Builds the engine.
     *
     * @return an engine that is ready for use
     * @throws InvalidPolicyException if a configuration or the shadow is invalid, a rule list doesn't fit its tool, or
     *     a requirement can't be met; it lists every such problem
     * @throws IllegalArgumentException if a policy's name is empty or used twice
     */
    public PolicyEngine build() {
        EngineVitals vitals = new EngineVitals();
        EngineSettings settings = new EngineSettings(
                catalog,
                layers,
                policies,
                unreachable,
                paths,
                limits,
                sessionSettings().withListeners(List.of(vitals), false),
                explained,
                consent,
                permission,
                Layer.ofCode(runByCode, resultByCode, facts, resultsByCode),
                shadow.isEmpty() ? Optional.empty() : Optional.of(shadow),
                shadowListener,
                callListeners,
                catalog.tools().stream().map(ToolSpec::name).collect(Collectors.toSet()),
                vitals,
                strict);
        return new RunningEngine(settings);
    }
}
