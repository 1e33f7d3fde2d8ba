package dev.toolpolicy.mcp;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.mcp.McpCall.Reply;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.adapter.ServerLabels;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.modern.McpException;
import io.modelcontextprotocol.modern.McpSchema.ListToolsResult;
import io.modelcontextprotocol.modern.client.McpAsyncClient;
import io.modelcontextprotocol.modern.client.SubscriptionEvent;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a foreign MCP server under policies, for a program that passes them to its own model. Use it in place of
 * the client's own methods for listing and calling tools:
 *
 * <pre>{@code
 * PolicyMcpClient tools = new PolicyMcpClient(HostPolicies.read(Path.of("tool-policy.toml")));
 * McpSyncClient client = McpClient.sync(transport).toolsChangeConsumer(tools::changed).build();
 * tools.connect(client);
 *
 * PolicySession session = tools.engine().session("chat-7");
 * List<Tool> offered = tools.listTools(session);
 * CallToolResult result = tools.callTool(session, "call_1", new CallToolRequest("search", arguments));
 * }</pre>
 *
 * <p>It serves the SDK's clients of both families: those for the protocol's revisions up to 2025-11-25, and the modern
 * ones for the revision of 2026-07-28. Tools, requests and results are those of {@code io.modelcontextprotocol.spec} for
 * both, so that a program has one kind of them for old and new servers. If a modern server asks for input during a call,
 * the client's handlers answer, and the client sends the same arguments again: these rounds are one call.
 *
 * <p>A tool runs only as it was listed. If the server says that a tool's name, description or schema has changed, its
 * calls don't run until {@link #listTools} has read it again. Thread-safe.
 */
public final class PolicyMcpClient {
    private static final String UNLISTED =
            "Not run: the server has no tool of this name, or has changed it. List the tools again.";

    private final HostTools tools;
    private @Nullable Connection connection;
    /** By name, the tools as they were listed last, unless they have changed since. */
    private final Map<String, HostTool> listed = new HashMap<>();
    /** By name, the labels that the server's lists add to the results of tools. A later list takes none away. */
    private final Map<String, Set<String>> labels = new ConcurrentHashMap<>();
    /** By name, the tools of the server's last notice of a change, and how many notices came. */
    private Map<String, HostTool> told = Map.of();

    private long notices;

    /**
     * Creates the policies of a client. No tool is known before {@link #listTools}, so each list for a tool of the server
     * says {@code external = true}.
     *
     * @param policies the policies
     * @throws dev.toolpolicy.runtime.InvalidPolicyException if anything is wrong with the policies; it lists everything
     */
    public PolicyMcpClient(HostPolicies policies) {
        tools = policies.start(List.of());
    }

    /** A client, and how it lists and calls tools. */
    private record Connection(
            Object client, Supplier<List<Tool>> list, Function<CallToolRequest, CallToolResult> call) {}

    /**
     * Connects the policies with the client that calls the tools.
     *
     * @param client the client
     * @throws IllegalStateException if there is another client
     */
    public void connect(McpSyncClient client) {
        connect(new Connection(client, () -> client.listTools().tools(), client::callTool));
    }

    /**
     * Connects the policies with the modern client that calls the tools. Set its handlers and timeouts when you build it.
     *
     * @param client the client
     * @throws IllegalStateException if there is another client
     */
    public void connect(io.modelcontextprotocol.modern.client.McpSyncClient client) {
        connect(new Connection(
                client,
                () -> tools(client.listTools().skipCache().list()),
                request -> result(client.tool(request.name())
                        .arguments(request.arguments())
                        .meta(Objects.requireNonNullElse(request.meta(), Map.of()))
                        .call())));
    }

    /**
     * Connects the policies with the modern asynchronous client that calls the tools. {@link #listTools} and {@link
     * #callTool} wait for it, so call them on a thread that may block, such as one of Reactor's bounded elastic scheduler.
     * Interrupting that thread cancels the call.
     *
     * @param client the client
     * @throws IllegalStateException if there is another client
     */
    public void connect(McpAsyncClient client) {
        connect(new Connection(
                client,
                () -> tools(client.listTools().skipCache().list().block()),
                request -> result(client.tool(request.name())
                        .arguments(request.arguments())
                        .meta(Objects.requireNonNullElse(request.meta(), Map.of()))
                        .call()
                        .block())));
    }

    private synchronized void connect(Connection connected) {
        Objects.requireNonNull(connected.client(), "client");
        if (connection != null && connection.client() != connected.client()) {
            throw new IllegalStateException("another client is connected already: create one PolicyMcpClient for each");
        }
        connection = connected;
    }

    private static List<Tool> tools(@Nullable ListToolsResult listed) {
        return Objects.requireNonNull(listed).tools().stream()
                .map(McpWire::classic)
                .toList();
    }

    private static CallToolResult result(io.modelcontextprotocol.modern.McpSchema.@Nullable CallToolResult result) {
        return McpWire.JSON.convertValue(Objects.requireNonNull(result), CallToolResult.class);
    }

    /**
     * Returns the engine that decides about the calls.
     *
     * @return the engine of all tools, known and to come
     */
    public PolicyEngine engine() {
        return tools.engine();
    }

    /**
     * Returns what is left to the server to check, and which tools can't be read.
     *
     * @return a line each, by the names of the tools
     */
    public List<String> notes() {
        return tools.notes();
    }

    /**
     * Reads the server's tools and brings them under the engine as they are now.
     *
     * @param session the session that the tools are offered to
     * @return the tools that its model may be offered; those of which every call is denied are left out
     * @throws IllegalArgumentException if two tools have the same name
     * @throws RuntimeException if the client fails
     */
    public List<Tool> listTools(PolicySession session) {
        long before = notices();
        List<Tool> now = connected().list().get();
        List<HostTool> described = now.stream().map(McpWire::described).toList();
        synchronized (this) {
            tools.offer(described);
            listed.clear();
            described.forEach(tool -> listed.put(tool.name(), tool));
            now.forEach(tool -> labels.merge(
                    tool.name(),
                    ServerLabels.ofTool(McpWire.JSON.valueToTree(tool.annotations())),
                    (first, later) -> later.isEmpty() ? first : later));
            if (notices != before) {
                removeChanged();
            }
        }
        var offered = session.offeredTools();
        return now.stream()
                .filter(tool -> offered.find(tool.name()).isPresent())
                .toList();
    }

    /**
     * Notes that the server has changed its tools, for {@code toolsChangeConsumer}. Calls of tools that aren't as they
     * were listed don't run until they are listed again.
     *
     * @param now the server's tools
     */
    public synchronized void changed(List<Tool> now) {
        Map<String, HostTool> current = new HashMap<>();
        now.stream().map(McpWire::described).forEach(tool -> current.put(tool.name(), tool));
        told = current;
        notices++;
        removeChanged();
    }

    /**
     * Notes that a modern server has changed its tools, for {@code listen().toolsChanged()}. The event doesn't contain
     * them, so calls don't run until the tools are listed again. A stream that has ended reports nothing: open another,
     * then list the tools.
     *
     * @param event the event; others than a change of the tools are ignored
     */
    public void changed(SubscriptionEvent event) {
        if (event instanceof SubscriptionEvent.ToolsListChanged) {
            changed(List.of());
        }
    }

    private void removeChanged() {
        listed.values().removeIf(tool -> !tool.equals(told.get(tool.name())));
    }

    private synchronized long notices() {
        return notices;
    }

    /**
     * Decides about a call, and calls the server if it is approved. If the client fails, other than by an error that the
     * server sent, the call may have had its effect: it counts as begun, and its success as unknown.
     *
     * @param session the session of the call; not closed
     * @param callId the provider's id of the call, possibly empty
     * @param request the call
     * @return the server's result, or an error result with the reason for the model
     */
    public CallToolResult callTool(PolicySession session, String callId, CallToolRequest request) {
        Function<CallToolRequest, CallToolResult> server = connected().call();
        String name = request.name();
        HostTool tool = find(name);
        McpCall<CallToolRequest, CallToolResult> call = new McpCall<>(
                McpWire.CLASSIC,
                name,
                () -> tool != null && tools.isCurrent(tool) && tool.equals(find(name)),
                UNLISTED,
                false);
        return call.run(session, callId, request, approved -> {
            Reply<CallToolResult> reply = sent(call, approved, server);
            return new Reply<>(
                    reply.result(), () -> reply.outcome().get().withLabels(labels.getOrDefault(name, Set.of())));
        });
    }

    private static Reply<CallToolResult> sent(
            McpCall<CallToolRequest, CallToolResult> call,
            CallToolRequest request,
            Function<CallToolRequest, CallToolResult> server) {
        try {
            return call.reply(server.apply(request));
        } catch (McpError | McpException answered) {
            return new Reply<>(null, () -> ToolResult.failure(String.valueOf(answered.getMessage())));
        } catch (RuntimeException e) {
            String unknown = "It is unknown whether the call ran: no result came (" + e + ").";
            return new Reply<>(null, () -> ToolResult.unknown(unknown));
        }
    }

    private synchronized @Nullable HostTool find(String tool) {
        return listed.get(tool);
    }

    private synchronized Connection connected() {
        if (connection == null) {
            throw new IllegalStateException("no client is connected: call connect first");
        }
        return connection;
    }
}
