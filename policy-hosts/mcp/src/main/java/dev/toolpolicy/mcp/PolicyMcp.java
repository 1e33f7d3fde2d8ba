package dev.toolpolicy.mcp;

import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpAsyncListFilter;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.McpSyncListFilter;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tools of an MCP server under policies. Give the server only tools that went through {@code guard}, and the filter
 * for its list:
 *
 * <pre>{@code
 * PolicyMcp policy = PolicyMcp.of(
 *         HostPolicies.read(Path.of("tool-policy.toml")),
 *         (engine, caller) -> engine.session((String) caller.get("user")));
 * McpSyncServer server = McpServer.sync(transport)
 *         .capabilities(ServerCapabilities.builder().tools(true).build())
 *         .tools(policy.guard(readFile, writeFile))
 *         .addToolFilter(policy.filter())
 *         .build();
 * }</pre>
 *
 * <p>A call that is denied, declined or invalid doesn't run; its result is an error with the reason, which the client's
 * model reads. The SDK has already parsed the arguments: the engine decides about what the SDK parsed, and the tool gets
 * the same. Thread-safe; one object serves one server.
 */
public final class PolicyMcp {
    private final HostPolicies policies;
    private final SessionResolver<? super McpTransportContext> sessions;
    private @Nullable HostTools tools;

    private PolicyMcp(HostPolicies policies, SessionResolver<? super McpTransportContext> sessions) {
        this.policies = Objects.requireNonNull(policies, "policies");
        this.sessions = Objects.requireNonNull(sessions, "sessions");
    }

    /**
     * Creates the policies of a server. The first {@code guard} builds the engine.
     *
     * @param policies the policies
     * @param sessions finds the session of a call from the context that the server's transport extracts from the request,
     *     such as the user of a token. Never use the transport's session id alone: it says who continues a connection, not
     *     who calls. A server for one client over standard input and output may always return the same session. An
     *     exception, or null, means that the call doesn't run
     * @return the policies
     */
    public static PolicyMcp of(HostPolicies policies, SessionResolver<? super McpTransportContext> sessions) {
        return new PolicyMcp(policies, sessions);
    }

    /**
     * Puts tools of a synchronous server under the policies. Pass all tools of the server at once: the first call builds
     * the engine and reports policies for tools that aren't there. Later calls add tools, or replace tools whose schemas
     * have changed.
     *
     * @param added the tools
     * @return the tools, to be given to the server in their place
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws IllegalArgumentException if two tools have the same name
     */
    public List<McpServerFeatures.SyncToolSpecification> guard(McpServerFeatures.SyncToolSpecification... added) {
        return guard(
                added,
                McpServerFeatures.SyncToolSpecification::tool,
                (tool, call) -> new McpServerFeatures.SyncToolSpecification(
                        tool.tool(),
                        (exchange, request) -> call.run(
                                exchange.transportContext(),
                                request,
                                approved -> tool.callHandler().apply(exchange, approved))));
    }

    /**
     * Puts tools of an asynchronous server under the policies, as the method for synchronous ones does. Decisions are made
     * on Reactor's bounded elastic scheduler, since stores and approvers may block.
     *
     * @param added the tools
     * @return the tools, to be given to the server in their place
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws IllegalArgumentException if two tools have the same name
     */
    public List<McpServerFeatures.AsyncToolSpecification> guard(McpServerFeatures.AsyncToolSpecification... added) {
        return guard(
                added,
                McpServerFeatures.AsyncToolSpecification::tool,
                (tool, call) -> new McpServerFeatures.AsyncToolSpecification(
                        tool.tool(),
                        (exchange, request) -> call.start(
                                exchange.transportContext(),
                                request,
                                approved -> tool.callHandler().apply(exchange, approved))));
    }

    /**
     * Puts tools of a stateless synchronous server under the policies, as the method for servers with sessions does.
     *
     * @param added the tools
     * @return the tools, to be given to the server in their place
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws IllegalArgumentException if two tools have the same name
     */
    public List<McpStatelessServerFeatures.SyncToolSpecification> guard(
            McpStatelessServerFeatures.SyncToolSpecification... added) {
        return guard(
                added,
                McpStatelessServerFeatures.SyncToolSpecification::tool,
                (tool, call) -> new McpStatelessServerFeatures.SyncToolSpecification(
                        tool.tool(),
                        (context, request) -> call.run(
                                context, request, approved -> tool.callHandler().apply(context, approved))));
    }

    /**
     * Puts tools of a stateless asynchronous server under the policies, as the method for servers with sessions does.
     *
     * @param added the tools
     * @return the tools, to be given to the server in their place
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws IllegalArgumentException if two tools have the same name
     */
    public List<McpStatelessServerFeatures.AsyncToolSpecification> guard(
            McpStatelessServerFeatures.AsyncToolSpecification... added) {
        return guard(
                added,
                McpStatelessServerFeatures.AsyncToolSpecification::tool,
                (tool, call) -> new McpStatelessServerFeatures.AsyncToolSpecification(
                        tool.tool(),
                        (context, request) -> call.start(
                                context, request, approved -> tool.callHandler().apply(context, approved))));
    }

    /**
     * Returns the filter for the tool list of a synchronous server. It hides tools of which every call of this caller is
     * denied, and tools that aren't under the policies.
     *
     * @return the filter; it fails the request if the caller has no session
     */
    public McpSyncListFilter<Tool> filter() {
        return this::isListed;
    }

    /**
     * Returns the filter for the tool list of an asynchronous server, which hides what {@link #filter} hides.
     *
     * @return the filter; it fails the request if the caller has no session
     */
    public McpAsyncListFilter<Tool> asyncFilter() {
        return McpAsyncListFilter.fromSync(filter(), false);
    }

    /**
     * Returns the engine that decides about the calls.
     *
     * @return the engine of all tools
     * @throws IllegalStateException if no tool was guarded yet
     */
    public PolicyEngine engine() {
        return tools().engine();
    }

    /**
     * Returns what is left to the tools to check, and which tools can't be read.
     *
     * @return a line each, by the names of the tools
     * @throws IllegalStateException if no tool was guarded yet
     */
    public List<String> notes() {
        return tools().notes();
    }

    private boolean isListed(@Nullable McpTransportContext caller, Tool tool) {
        HostTools current = tools();
        return current.isCurrent(McpTools.described(tool))
                && session(caller).offeredTools().find(tool.name()).isPresent();
    }

    private PolicySession session(@Nullable McpTransportContext caller) {
        return tools().session(sessions, Objects.requireNonNullElse(caller, McpTransportContext.EMPTY));
    }

    private synchronized void offer(List<Tool> added) {
        List<HostTool> described = added.stream().map(McpTools::described).toList();
        if (tools == null) {
            tools = policies.start(described);
        } else {
            tools.offer(described);
        }
    }

    private synchronized HostTools tools() {
        if (tools == null) {
            throw new IllegalStateException(
                    "no tools are under the policies yet: call guard with the server's tools first");
        }
        return tools;
    }

    private <T> List<T> guard(T[] added, Function<T, Tool> tool, BiFunction<T, McpCall, T> guarded) {
        offer(Arrays.stream(added).map(tool).toList());
        return Arrays.stream(added)
                .map(each -> guarded.apply(each, new McpCall(this::session, tools(), tool.apply(each))))
                .toList();
    }
}
