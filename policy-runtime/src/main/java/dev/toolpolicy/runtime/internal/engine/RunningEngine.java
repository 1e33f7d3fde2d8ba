package dev.toolpolicy.runtime.internal.engine;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.event.ShadowEvent;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.runtime.InvalidPolicyException;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicyLayer;
import dev.toolpolicy.runtime.PolicyProblem;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.ReloadOutcome;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.internal.approve.SessionAnswers;
import dev.toolpolicy.runtime.internal.decide.Facts;
import dev.toolpolicy.runtime.internal.fault.TimeLimit;
import dev.toolpolicy.runtime.internal.flow.Turn;
import dev.toolpolicy.runtime.internal.load.Layer;
import dev.toolpolicy.runtime.internal.remember.PolicyRegistry;
import dev.toolpolicy.runtime.internal.remember.StoredApprovals;
import dev.toolpolicy.runtime.internal.run.CallSetting;
import dev.toolpolicy.runtime.store.SessionSettings;
import dev.toolpolicy.runtime.store.SessionStore;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** An engine, around the state that a reload replaces. */
public final class RunningEngine implements PolicyEngine {
    /** The most counters of limits by a fact that {@link #newSession} keeps where each session counts apart. */
    private static final int COUNTERS = 10_000;

    /** Longer than any object lives. */
    private static final Duration WHILE_IT_LIVES = Duration.ofDays(365_000);

    private final Reloading reloading;

    private final SessionAnswers answers = new SessionAnswers();

    /**
     * Creates an engine.
     *
     * @param settings all settings
     * @throws InvalidPolicyException if the tools, rules or policies are invalid; it lists every problem
     */
    public RunningEngine(EngineSettings settings) {
        this(assemble(settings));
    }

    private RunningEngine(EngineState state) {
        this.reloading = new Reloading(state);
        EngineLog.started(state);
    }

    /** Assembles the state and its shadow, or throws with the problems of both. */
    private static EngineState assemble(EngineSettings settings) {
        Set<PolicyProblem> problems = new LinkedHashSet<>();
        Optional<EngineState> state = tried(problems, () -> Optional.of(new EngineAssembly(settings).assemble()));
        Optional<Shadow> beside = tried(problems, () -> Shadow.of(settings));
        if (!problems.isEmpty()) {
            throw new InvalidPolicyException(List.copyOf(problems));
        }
        return beside.isPresent() ? beside.get().beside(state.orElseThrow()) : state.orElseThrow();
    }

    private static <T> Optional<T> tried(Set<PolicyProblem> problems, Supplier<Optional<T>> step) {
        try {
            return step.get();
        } catch (InvalidPolicyException e) {
            problems.addAll(e.problems());
            return Optional.empty();
        }
    }

    @Override
    public PolicySession session(String id) {
        if (id.isBlank()) {
            throw new IllegalArgumentException("session id must not be blank; newSession() shares nothing");
        }
        return open(id, reloading.open().settings().sessions(), answers);
    }

    @Override
    public PolicySession session(String id, PolicySession parent) {
        PolicySession child = session(id);
        OpenSession.beginIn(parent, child);
        return child;
    }

    @Override
    public PolicySession newSession() {
        SessionSettings sessions = reloading.open().settings().sessions();
        int most = sessions.countsApart() ? COUNTERS : 1;
        SessionSettings alone = sessions.withStore(SessionStore.inMemory(most, WHILE_IT_LIVES));
        return open(UUID.randomUUID().toString(), alone, new SessionAnswers());
    }

    private OpenSession open(String id, SessionSettings sessions, SessionAnswers remembered) {
        EngineState current = reloading.state();
        EngineSettings settings = current.settings();
        PolicyRegistry registry = new PolicyRegistry(
                id,
                sessions,
                sessions.countsApart() ? sessions : settings.sessions(),
                () -> remembered.forget(id),
                () -> reloading.state().flows());
        current.policies().forEach(registry::register);
        CallSetting setting = new CallSetting(
                current.tools(),
                current.tools(),
                settings.limits(),
                registry,
                settings.explained(),
                id,
                sessions.clock(),
                new CallSetting.Watch(null, settings.coordinator(remembered, id), true),
                Map.of(),
                current.reports(),
                () -> Facts.NONE,
                new Turn());
        OpenSession opened = new OpenSession(id, reloading::open, setting);
        registry.checkEdits(opened::problem);
        return opened;
    }

    EngineState state() {
        return reloading.state();
    }

    @Override
    public Approvals approvals() {
        SessionSettings sessions = reloading.state().settings().sessions();
        return new StoredApprovals(
                sessions,
                (shown, arguments) -> open(shown.session(), sessions, answers).problem(shown, arguments));
    }

    @Override
    public ToolCatalog tools() {
        return reloading.state().callable();
    }

    @Override
    public Map<String, List<PolicyProblem>> disabledTools() {
        return reloading.state().why();
    }

    @Override
    public String policyHash() {
        return reloading.state().reports().policies();
    }

    @Override
    public List<PolicyProblem> warnings() {
        return reloading.state().problems();
    }

    @Override
    public String origin(String tool, ListKind list) {
        return reloading.state().configured().origin(tool, list).toString();
    }

    @Override
    public ReloadOutcome reload() {
        return reloading.reload(settings -> settings.with(settings.catalog(), Layer.reread(settings.layers()))
                .shadowedBy(settings.shadow().map(Layer::reread)));
    }

    @Override
    public ReloadOutcome reload(PolicyLayer... layers) {
        List<PolicyLayer> replacement = List.of(layers);
        return reloading.reload(settings -> settings.with(settings.catalog(), replacement));
    }

    @Override
    public ReloadOutcome replace(ToolSpec<?>... tools) {
        return reloading.replace(List.of(tools));
    }

    @Override
    public ReloadOutcome reloadShadow(PolicyLayer... layers) {
        return reloading.shadow(layers.length == 0 ? Optional.empty() : Optional.of(List.of(layers)));
    }

    @Override
    public Optional<ShadowEvent.Counts> shadow() {
        Shadow shadow = reloading.state().shadow();
        return shadow == null ? Optional.empty() : Optional.of(shadow.tally().counts());
    }

    @Override
    public void close() {
        reloading.close();
        reloading.state().settings().vitals().close();
        TimeLimit.endThreads();
    }

    @Override
    public int openRequests() {
        return reloading.state().settings().vitals().openRequests();
    }

    @Override
    public Set<String> degraded() {
        return reloading.state().settings().vitals().degraded();
    }

    @Override
    public double storeFill() {
        return reloading.state().settings().sessions().store().fill();
    }

    @Override
    public long storeFailures() {
        return reloading.state().settings().vitals().storeFailures();
    }
}
