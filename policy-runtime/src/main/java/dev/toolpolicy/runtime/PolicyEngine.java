package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolPolicy;
import dev.toolpolicy.runtime.call.CallSetting;
import dev.toolpolicy.runtime.call.PreparedTool;
import dev.toolpolicy.runtime.json.ArgumentLimits;
import dev.toolpolicy.runtime.session.PolicyRegistry;
import dev.toolpolicy.runtime.session.SessionSettings;
import dev.toolpolicy.runtime.store.MemorySessionStore;
import java.util.List;
import java.util.Map;

/**
 * Decides about a model's tool calls: by the rules of each tool while the arguments still stream, and by policies that
 * remember what happened in the session. Built once, immutable, used from any thread.
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
    private final ToolCatalog catalog;
    private final Map<String, PreparedTool> tools;
    private final List<ToolPolicy> policies;
    private final ArgumentLimits limits;
    private final SessionSettings sessions;
    private final boolean sessionsAreKept;
    private final boolean explained;
    private final List<PolicyProblem> warnings;

    PolicyEngine(
            ToolCatalog catalog,
            Map<String, PreparedTool> tools,
            List<ToolPolicy> policies,
            ArgumentLimits limits,
            SessionSettings sessions,
            boolean sessionsAreKept,
            boolean explained,
            List<PolicyProblem> warnings) {
        this.catalog = catalog;
        this.tools = Map.copyOf(tools);
        this.policies = List.copyOf(policies);
        this.limits = limits;
        this.sessions = sessions;
        this.sessionsAreKept = sessionsAreKept;
        this.explained = explained;
        this.warnings = List.copyOf(warnings);
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
     * Begins a session, or goes on with one: what the engine's store knows under the id is remembered. If the engine was
     * given no store, nothing has happened in the session yet, and what happens is forgotten with it.
     *
     * @param id the session's id, as policies, store and logs see it
     * @return the session, with the engine's policies
     */
    public PolicySession session(String id) {
        SessionSettings its = sessionsAreKept ? sessions : sessions.storedIn(new MemorySessionStore());
        PolicyRegistry registry = new PolicyRegistry(id, its);
        policies.forEach(registry::register);
        return new PolicySession(id, new CallSetting(tools, limits, registry, explained, null));
    }

    /**
     * The engine's tools.
     *
     * @return the catalog it was built from
     */
    public ToolCatalog tools() {
        return catalog;
    }

    /**
     * What was found when the engine was built and doesn't keep it from working.
     *
     * @return an immutable list, tool by tool
     */
    public List<PolicyProblem> warnings() {
        return warnings;
    }
}
