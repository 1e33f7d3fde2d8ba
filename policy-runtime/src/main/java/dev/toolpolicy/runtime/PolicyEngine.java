package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.runtime.layer.PolicyLayer;
import dev.toolpolicy.runtime.internal.call.CallSetting;
import dev.toolpolicy.runtime.decision.ShadowCounts;
import dev.toolpolicy.runtime.layer.ListOrigin;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.MemorySessionStore;
import java.util.List;
import java.util.Optional;

/**
 * Decides about a model's tool calls: by the rules of each tool while the arguments still stream, and by policies that
 * remember what happened in the session. Used from any thread; what a
 * reload replaces, it replaces at once.
 *
 * <pre>{@code
 * PolicyEngine engine = PolicyEngine.builder().tools(ToolCatalog.load()).build();
 *
 * try (PolicySession session = engine.session("user-42")) {
 *     ToolCallStream call = session.call("call_1", "fs_modify_file");
 *     for (String chunk : chunks) {
 *         call.append(chunk).decision().ifPresent(early -> show(early));
 *     }
 *     if (call.finish() instanceof ToolCallOutcome.Approved approved) {
 *         run(approved.call());
 *     }
 * }
 * }</pre>
 */
public final class PolicyEngine {
    private final Reloading reloading;
    private volatile EngineState state;

    PolicyEngine(EngineState state) {
        this.state = state;
        this.reloading = new Reloading();
    }

    /**
     * Starts to build an engine.
     *
     * @return a builder without tools and policies
     */
    public static PolicyEngineBuilder builder() {
        return new PolicyEngineBuilder();
    }

    /**
     * Begins a session, or goes on with one: what the engine's store knows under the id is remembered. If the engine
     * was given no store, nothing has happened in the session yet, and what happens is forgotten with it.
     *
     * @param id the session's id, as policies, store and logs see it
     * @return the session, with the engine's policies
     */
    public PolicySession session(String id) {
        EngineState now = state;
        EngineSettings said = now.settings();
        SessionSettings given = said.sessions();
        SessionSettings its = said.sessionsAreKept() ? given : given.storedIn(new MemorySessionStore());
        PolicyRegistry registry = new PolicyRegistry(id, its);
        now.policies().forEach(registry::register);
        CallSetting setting = new CallSetting(now.tools(), said.limits(), registry, said.explained(), null, id,
                its.clock(), said.coordinator());
        return new PolicySession(id, setting, () -> state.tools());
    }

    /**
     * The engine's tools, each with the lists in force.
     *
     * @return the tools that can be called now
     */
    public ToolCatalog tools() {
        return state.callable();
    }

    /**
     * What was found when the engine was built, or reloaded, and doesn't keep it from working. What is wrong with a
     * tool that is disabled is told here too.
     *
     * @return an immutable list, tool by tool
     */
    public List<PolicyProblem> warnings() {
        return state.problems();
    }

    /**
     * What a tool's list in force came from.
     *
     * @param tool the tool's name
     * @param list {@code run} or {@code result}
     * @return its origin
     */
    public ListOrigin origin(String tool, String list) {
        return state.configured().origin(tool, list);
    }

    /**
     * Reads the files of the configurations again and puts them in force together, or none of them: if anything is
     * wrong, or something may be loosened and nobody consents, everything stays as it is. So are the files of a shadow, which
     * doesn't keep anything from being in force: if it is wrong, the earlier one goes on, and what is wrong is told. Calls that have begun keep
     * their lists; sessions that have begun keep their policies, and so the requirements they began with. Never throws
     * for what files hold. May be called on any thread; one reload waits for another.
     *
     * @return what became of it
     */
    public ReloadOutcome reload() {
        return reloading.reload(this, said -> said.with(said.catalog(), reread(said.layers()))
                .shadowedBy(said.shadow().map(PolicyEngine::reread)));
    }

    private static List<PolicyLayer> reread(List<PolicyLayer> layers) {
        return layers.stream().map(PolicyLayer::reread).toList();
    }

    /**
     * Puts other configurations in the place of all that are in force, as {@link #reload()} does. Lists that code gives
     * stay above them.
     *
     * @param layers the configurations, in order
     * @return what became of it
     */
    public ReloadOutcome reload(PolicyLayer... layers) {
        List<PolicyLayer> changed = List.of(layers);
        return reloading.reload(this, said -> said.with(said.catalog(), changed));
    }

    /**
     * Takes tools as their server describes them now. One whose rules don't fit it any more, or that would lose a rule
     * of the list for all tools, is disabled until it is replaced again or a reload fits it: its calls are invalid,
     * and why is among the problems (R5). Others are not touched.
     *
     * @param changed the tools, known or new ones
     * @return what became of it
     */
    public ReloadOutcome replace(ToolSpec<?>... changed) {
        return reloading.replace(this, List.of(changed));
    }

    /**
     * Evaluates other configurations beside those in force, in place of an earlier shadow, and begins to count. Whatever
     * they answer has no effect.
     *
     * @param layers the configurations, in order; none ends the shadow
     * @return that it is applied, with what is wrong and doesn't keep it from being evaluated; or what does, and the
     *     earlier shadow goes on
     */
    public ReloadOutcome reloadShadow(PolicyLayer... layers) {
        return reloading.shadow(this, layers.length == 0 ? Optional.empty() : Optional.of(List.of(layers)));
    }

    /**
     * How often the shadow answers otherwise than what is in force, since it was put there or a reload took effect.
     *
     * @return the counts as of now; empty if nothing is evaluated beside what is in force
     */
    public Optional<ShadowCounts> shadow() {
        Shadow shadow = state.shadow();
        return shadow == null ? Optional.empty() : Optional.of(shadow.tally().counts());
    }

    EngineState state() {
        return state;
    }

    void enter(EngineState next) {
        state = next;
    }
}
