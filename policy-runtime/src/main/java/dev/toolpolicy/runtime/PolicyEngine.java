package dev.toolpolicy.runtime;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.ToolSpec;
import dev.toolpolicy.event.ShadowEvent;
import dev.toolpolicy.rule.ListKind;
import dev.toolpolicy.rule.RuleList;
import dev.toolpolicy.runtime.approval.Approvals;
import dev.toolpolicy.runtime.internal.load.Layer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The engine that decides whether a model's tool calls may run. It applies each tool's rules while the arguments
 * stream, and policies that remember what happened in the session. Safe for use from any thread. A reload swaps all
 * state atomically.
 *
 * <pre>{@code
 * PolicyEngine engine = PolicyEngine.builder().tools(ToolCatalog.load()).build();
 *
 * try (PolicySession session = engine.session("user-42")) {
 *     ToolCallStream call = session.calls().call("call_1", "fs_modify_file");
 *     for (String chunk : chunks) {
 *         call.append(chunk).decision().ifPresent(early -> show(early));
 *     }
 *     call.finish().approved().ifPresent(approved -> run(approved));
 * }
 * }</pre>
 *
 * <p>Not to be implemented by users.
 */
public interface PolicyEngine extends AutoCloseable {
    /**
     * Creates a builder for an engine.
     *
     * @return a builder without tools or policies
     */
    static PolicyEngineBuilder builder() {
        return new PolicyEngineBuilder();
    }

    /**
     * Creates a layer of rule lists, for {@link PolicyEngineBuilder#configuration} and {@link #reload(PolicyLayer...)}.
     *
     * @param run the run rules, by tool; a pattern with {@code *} applies to tools without a list of their own
     * @param result the result rules, in the same way
     * @return the layer
     */
    static PolicyLayer layer(Map<String, RuleList> run, Map<String, RuleList> result) {
        return Layer.ofCode(run, result, Optional.empty(), Map.of());
    }

    /**
     * Opens a session, new or existing. All objects of one id share the session's state, which is in the engine's
     * store: in this process's memory, unless the builder was given another. They also share the answers of people that
     * are remembered for the session, in this process. Closing an object ends its use and forgets nothing.
     *
     * @param id the session's id, as policies, store and logs see it; never the same for two users
     * @return the session, with the engine's current policies
     * @throws IllegalArgumentException if the id is blank, since callers without an id would share one session
     * @throws IllegalStateException if the engine is closed
     */
    PolicySession session(String id);

    /**
     * Opens a session, new or existing, whose user is the model of another session: a sub-agent. It begins with the
     * parent's labels, sets and request, and its own {@code userMessage} is ignored. Its labels join the parent's when it
     * is closed, and not before. Close it before its answer reaches the parent's model, or return that answer with the
     * labels: {@code ToolResult.withLabels}. If a process ends before that, open the session with its parent and close
     * it. Its calls count at once in the limits of the parent, and of the sessions above that, but meet no requirement
     * there.
     *
     * @param id the session's id, as for {@link #session(String)}
     * @param parent the session whose model this session's user is
     * @return the session, with the engine's current policies
     * @throws IllegalArgumentException if the id is blank, the parent isn't a session of an engine, or the session is
     *     the child of another one
     * @throws IllegalStateException if the engine is closed
     * @throws dev.toolpolicy.runtime.store.StoreException if its begin can't be stored
     */
    PolicySession session(String id, PolicySession parent);

    /**
     * Opens a session for one object alone, with a random id. It starts empty, nothing shares its state, and the state
     * is gone with the object.
     *
     * @return the session, with the engine's current policies
     */
    PolicySession newSession();

    /**
     * Returns the stored approvals of all sessions in the engine's store, but for those of {@link #newSession}.
     *
     * @return the approvals, to list, show and answer them
     */
    Approvals approvals();

    /**
     * Returns the tools that can be called now, each with its current rule lists.
     *
     * @return the callable tools; disabled tools are left out
     */
    ToolCatalog tools();

    /**
     * Returns the tools that can't be called now, since their policies don't fit the descriptions that {@link #replace}
     * has brought.
     *
     * @return the reasons, by the name of the tool
     */
    Map<String, List<PolicyProblem>> disabledTools();

    /**
     * Returns the hash of the current tools, lists, policies and limits, as in the records of calls.
     *
     * @return the hash, equal in every process for equal policies
     */
    String policyHash();

    /**
     * Returns the problems that the build or the last reload found and that don't stop the engine from working. The
     * list includes the reasons why tools are disabled.
     *
     * @return an immutable list, tool by tool
     */
    List<PolicyProblem> warnings();

    /**
     * Returns the source of a tool's current rule list: a declaration, a policy file or code.
     *
     * @param tool the tool's name
     * @param list which of its lists
     * @return words such as {@code configuration, policy.toml:3:7}, {@code the tool's declaration}, {@code code} or {@code
     *     no list}
     */
    String origin(String tool, ListKind list);

    /**
     * Reads the policy files again and activates them together, or none of them. If any file is invalid, or a change
     * may loosen something and the consent declines it, the current configuration stays. Shadow files are reloaded too.
     * A broken shadow never blocks the reload: the previous shadow stays and the problem is reported.
     *
     * <p>Calls that have started keep their rule lists. Open sessions keep their policies, including the requirements
     * that they started with. A tool that comes later brings its policies to them. The contents of files never cause an
     * exception. Reloads run one at a time, on any thread.
     *
     * @return the outcome of the reload
     */
    ReloadOutcome reload();

    /**
     * Replaces all current configurations, under the conditions of {@link #reload()}. Rule lists that were set in code
     * stay above the new configurations.
     *
     * @param layers the configurations, in order
     * @return the outcome of the reload
     */
    ReloadOutcome reload(PolicyLayer... layers);

    /**
     * Replaces tools with the descriptions that their server gives now. A tool is disabled if its rules don't fit the
     * new description, or if it would lose a rule of the list for all tools. Calls of a disabled tool are invalid, and
     * {@link #warnings} says why it is disabled. A later replacement or reload that fits enables it again. Other tools
     * stay as they are.
     *
     * @param tools the tools, known or new
     * @return the outcome of the replacement
     */
    ReloadOutcome replace(ToolSpec<?>... tools);

    /**
     * Replaces the shadow: configurations that are evaluated beside the current ones, without any effect on calls. The
     * counts start again at zero.
     *
     * @param layers the configurations, in order; none removes the shadow
     * @return {@link ReloadOutcome.Kind#APPLIED} with its warnings, or {@link ReloadOutcome.Kind#INVALID}, which leaves the
     *     earlier shadow in place
     */
    ReloadOutcome reloadShadow(PolicyLayer... layers);

    /**
     * Returns how often the shadow disagreed with the current configuration since it was set or last reloaded.
     *
     * @return the counts as of now; empty if there is no shadow
     */
    Optional<ShadowEvent.Counts> shadow();

    /**
     * Closes the engine: sessions, calls and reloads that are begun later fail with an {@link IllegalStateException},
     * and all open approval requests are declined. Calls that run already go on and record their outcomes. The engine's
     * threads end as soon as they have nothing to do; those of a store are the store's. Closing again has no effect.
     */
    @Override
    void close();

    /**
     * Returns the number of approval requests that wait for an answer, for metrics and health checks.
     *
     * @return the number, of all sessions in this process
     */
    int openRequests();

    /**
     * Returns the names of session policies that failed after a call since the engine started. Such a policy denies
     * every call that it covers in that session until it is reset.
     *
     * @return an immutable set, of all sessions in this process
     */
    Set<String> degraded();

    /**
     * Returns how often the sessions' store failed when a call was checked or its outcome recorded.
     *
     * @return the number, of all sessions in this process
     */
    long storeFailures();

    /**
     * Returns how full the sessions' store is, as {@link dev.toolpolicy.runtime.store.SessionStore#fill} says.
     *
     * @return from 0 to 1; 0 for a store that doesn't say it
     */
    double storeFill();
}
