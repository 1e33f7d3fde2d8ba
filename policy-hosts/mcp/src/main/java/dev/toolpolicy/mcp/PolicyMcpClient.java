package dev.toolpolicy.mcp;

import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostPolicies;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.config.host.HostTools;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.call.GuardedCall;
import io.modelcontextprotocol.client.McpSyncClient;
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
import org.jspecify.annotations.Nullable;

/**
 * The tools of a foreign MCP server under policies, for a program that passes them to its own model. Use it in place of
 * the client's own {@code listTools} and {@code callTool}:
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
 * <p>A tool runs only as it was listed. If the server says that a tool's name, description or schema has changed, its
 * calls don't run until {@link #listTools} has read it again. Thread-safe.
 */
public final class PolicyMcpClient {
    private static final String UNLISTED =
            "Not run: the server has no tool of this name, or has changed it. List the tools again.";

    private final HostTools tools;
    private @Nullable McpSyncClient client;
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

    /**
     * Connects the policies with the client that calls the tools.
     *
     * @param connected the client
     * @throws IllegalStateException if there is another client
     */
    public synchronized void connect(McpSyncClient connected) {
        if (client != null && client != connected) {
            throw new IllegalStateException("another client is connected already: create one PolicyMcpClient for each");
        }
        client = Objects.requireNonNull(connected, "connected");
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
        List<Tool> now = connected().listTools().tools();
        List<HostTool> described = now.stream().map(McpTools::described).toList();
        synchronized (this) {
            tools.offer(described);
            listed.clear();
            described.forEach(tool -> listed.put(tool.name(), tool));
            now.forEach(tool -> labels.merge(
                    tool.name(), McpTools.labels(tool), (first, later) -> later.isEmpty() ? first : later));
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
        now.stream().map(McpTools::described).forEach(tool -> current.put(tool.name(), tool));
        told = current;
        notices++;
        removeChanged();
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
        if (!isListed(request.name())) {
            return McpTools.refused(session, callId, request.name(), UNLISTED);
        }
        McpSyncClient calling = connected();
        GuardedCall.Result<Reply> result = session.guard(callId, request.name(), request.arguments())
                .run(
                        approved -> isListed(request.name()) // the server may have changed it during an approval
                                ? Reply.of(calling, McpTools.approved(request.name(), request, approved))
                                : new Reply(null, ToolResult.failureWithoutEffect(UNLISTED)),
                        reply -> reply.outcome().withLabels(labels.getOrDefault(request.name(), Set.of())));
        return result.returned()
                .map(Reply::result)
                .orElseGet(
                        () -> McpTools.result(result.forModel(), !result.call().success()));
    }

    private synchronized boolean isListed(String tool) {
        HostTool found = listed.get(tool);
        return found != null && tools.isCurrent(found);
    }

    private synchronized McpSyncClient connected() {
        if (client == null) {
            throw new IllegalStateException("no client is connected: call connect first");
        }
        return client;
    }

    /** A result of the server, if it sent one, and what it means for later calls. */
    private record Reply(@Nullable CallToolResult result, ToolResult outcome) {
        static Reply of(McpSyncClient client, CallToolRequest request) {
            try {
                CallToolResult result = client.callTool(request);
                return new Reply(result, McpTools.outcome(result));
            } catch (McpError answered) {
                return new Reply(null, ToolResult.failure(String.valueOf(answered.getMessage())));
            } catch (RuntimeException e) {
                String lost = "It is unknown whether the call ran: the server did not answer (" + e + ").";
                return new Reply(null, ToolResult.unknown(lost));
            }
        }
    }
}
