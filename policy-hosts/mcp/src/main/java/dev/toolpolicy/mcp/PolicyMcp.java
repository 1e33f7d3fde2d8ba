package dev.toolpolicy.mcp;

import dev.toolpolicy.ToolCatalog;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.config.host.SessionResolver;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.modern.server.McpAsyncNotifier;
import io.modelcontextprotocol.modern.server.McpAsyncResponse;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpSyncNotifier;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpAsyncTool;
import io.modelcontextprotocol.modern.server.feature.McpAsyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import io.modelcontextprotocol.server.McpAsyncListFilter;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpStatelessServerFeatures;
import io.modelcontextprotocol.server.McpSyncListFilter;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

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
    /** The guarded tools of the modern classes, by name. */
    private final Map<String, McpSyncTool> modern = new ConcurrentSkipListMap<>();

    private final Map<String, McpAsyncTool> modernAsync = new ConcurrentSkipListMap<>();
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
                McpWire.CLASSIC,
                (tool, call) -> new McpServerFeatures.SyncToolSpecification(
                        tool.tool(), sync(call, McpSyncServerExchange::transportContext, tool.callHandler())));
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
                McpWire.CLASSIC,
                (tool, call) -> new McpServerFeatures.AsyncToolSpecification(
                        tool.tool(), async(call, McpAsyncServerExchange::transportContext, tool.callHandler())));
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
                McpWire.CLASSIC,
                (tool, call) -> new McpStatelessServerFeatures.SyncToolSpecification(
                        tool.tool(), sync(call, Function.identity(), tool.callHandler())));
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
                McpWire.CLASSIC,
                (tool, call) -> new McpStatelessServerFeatures.AsyncToolSpecification(
                        tool.tool(), async(call, Function.identity(), tool.callHandler())));
    }

    /**
     * Puts tools of a synchronous server with the modern classes of the SDK under the policies, as the method for servers
     * with sessions does. Each list shows a caller the tools that {@link #filter} lets through. Responses are streamed,
     * because a person may have to answer first.
     *
     * <p>A tool that asks for input has not completed: it satisfies no requirement, and limits count its call. The request
     * that brings the input is another call, decided by the arguments that it repeats. The policies don't see the input
     * itself.
     *
     * @param added the tools
     * @return all synchronous tools that were guarded so far, by name, and those that later calls add; for {@code
     *     ToolsFeature.ofSync}
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws IllegalArgumentException if two tools have the same name
     */
    public McpSyncToolRepository guard(McpSyncTool... added) {
        guard(
                        added,
                        McpSyncTool::definition,
                        McpWire.MODERN,
                        (tool, call) -> McpSyncTool.of(
                                tool.definition(),
                                tool.requiredCapabilities(),
                                (context, request) -> McpSyncResponse.streaming(notifier -> sync(
                                                call,
                                                McpRequestContext::transportContext,
                                                (caller, approved) ->
                                                        outcome(tool.handler().call(caller, approved), notifier))
                                        .apply(context, request))))
                .forEach(tool -> modern.put(tool.definition().name(), tool));
        return new McpSyncToolRepository() {
            @Override
            public ToolsPage list(McpRequestContext context, @Nullable String cursor) {
                return page(context, modern.values().stream().map(McpSyncTool::definition));
            }

            @Override
            public @Nullable McpSyncTool find(McpRequestContext context, String name) {
                return modern.get(name);
            }
        };
    }

    /**
     * Puts tools of an asynchronous server with the modern classes of the SDK under the policies, as the method for
     * synchronous ones does. Decisions are made on Reactor's bounded elastic scheduler.
     *
     * @param added the tools
     * @return all asynchronous tools that were guarded so far, by name, and those that later calls add; for {@code
     *     ToolsFeature.ofAsync}
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     * @throws IllegalArgumentException if two tools have the same name
     */
    public McpAsyncToolRepository guard(McpAsyncTool... added) {
        guard(
                        added,
                        McpAsyncTool::definition,
                        McpWire.MODERN,
                        (tool, call) -> McpAsyncTool.of(
                                tool.definition(),
                                tool.requiredCapabilities(),
                                (context, request) -> Mono.just(McpAsyncResponse.streaming(notifier -> async(
                                                call,
                                                McpRequestContext::transportContext,
                                                (caller, approved) -> tool.handler()
                                                        .call(caller, approved)
                                                        .flatMap(response -> outcome(response, notifier)))
                                        .apply(context, request)))))
                .forEach(tool -> modernAsync.put(tool.definition().name(), tool));
        return new McpAsyncToolRepository() {
            @Override
            public Mono<ToolsPage> list(McpRequestContext context, @Nullable String cursor) {
                return Mono.fromCallable(() ->
                                page(context, modernAsync.values().stream().map(McpAsyncTool::definition)))
                        .subscribeOn(Schedulers.boundedElastic());
            }

            @Override
            public Mono<McpAsyncTool> find(McpRequestContext context, String name) {
                return Mono.justOrEmpty(modernAsync.get(name));
            }
        };
    }

    /**
     * Returns the filter for the tool list of a synchronous server. It hides tools of which every call of this caller is
     * denied, and tools that aren't under the policies.
     *
     * @return the filter; it fails the request if the caller has no session
     */
    public McpSyncListFilter<Tool> filter() {
        return (caller, tool) -> listed(caller).test(McpWire.described(tool));
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

    private static McpSchema.CallToolOutcome outcome(
            McpSyncResponse<McpSchema.CallToolOutcome> response, McpSyncNotifier notifier) {
        return response instanceof McpSyncResponse.Streaming<McpSchema.CallToolOutcome> streaming
                ? streaming.body().run(notifier)
                : ((McpSyncResponse.Result<McpSchema.CallToolOutcome>) response).result();
    }

    private static Mono<McpSchema.CallToolOutcome> outcome(
            McpAsyncResponse<McpSchema.CallToolOutcome> response, McpAsyncNotifier notifier) {
        return response instanceof McpAsyncResponse.Streaming<McpSchema.CallToolOutcome> streaming
                ? streaming.body().run(notifier)
                : Mono.justOrEmpty(((McpAsyncResponse.Result<McpSchema.CallToolOutcome>) response).result());
    }

    /** Returns the tools that a caller may see. No cache may show them to another caller. */
    private ToolsPage page(McpRequestContext context, Stream<McpSchema.Tool> tools) {
        Predicate<HostTool> listed = listed(context.transportContext());
        return new ToolsPage(
                tools.filter(tool -> listed.test(McpWire.described(McpWire.classic(tool))))
                        .toList(),
                null,
                null,
                McpSchema.CacheScope.PRIVATE);
    }

    /** Returns which tools a caller may see. */
    private Predicate<HostTool> listed(@Nullable McpTransportContext caller) {
        HostTools current = tools();
        ToolCatalog offered = session(caller).offeredTools();
        return tool -> current.isCurrent(tool) && offered.find(tool.name()).isPresent();
    }

    private PolicySession session(@Nullable McpTransportContext caller) {
        return tools().session(sessions, Objects.requireNonNullElse(caller, McpTransportContext.EMPTY));
    }

    private synchronized void offer(List<HostTool> added) {
        if (tools == null) {
            tools = policies.start(added);
        } else {
            tools.offer(added);
        }
    }

    private synchronized HostTools tools() {
        if (tools == null) {
            throw new IllegalStateException(
                    "no tools are under the policies yet: call guard with the server's tools first");
        }
        return tools;
    }

    private <S, T, Q, R> List<S> guard(
            S[] added, Function<S, T> definition, McpWire<T, Q, R> wire, BiFunction<S, McpCall<Q, R>, S> guarded) {
        offer(Arrays.stream(added).map(definition).map(wire.described()).toList());
        return Arrays.stream(added)
                .map(each -> guarded.apply(each, call(definition.apply(each), wire)))
                .toList();
    }

    private <T, Q, R> McpCall<Q, R> call(T tool, McpWire<T, Q, R> wire) {
        HostTool described = wire.described().apply(tool);
        return new McpCall<>(
                wire,
                described.name(),
                () -> tools().isCurrent(described),
                "Not run: tool \"" + described.name() + "\" has been replaced. List the tools again.",
                wire.structured().test(tool));
    }

    private <X, Q, R> BiFunction<X, Q, R> sync(
            McpCall<Q, R> call, Function<X, @Nullable McpTransportContext> caller, BiFunction<X, Q, R> handler) {
        return (context, request) -> call.run(
                session(caller.apply(context)), "", request, approved -> call.reply(handler.apply(context, approved)));
    }

    private <X, Q, R> BiFunction<X, Q, Mono<R>> async(
            McpCall<Q, R> call, Function<X, @Nullable McpTransportContext> caller, BiFunction<X, Q, Mono<R>> handler) {
        return (context, request) ->
                call.start(() -> session(caller.apply(context)), request, approved -> handler.apply(context, approved));
    }
}
