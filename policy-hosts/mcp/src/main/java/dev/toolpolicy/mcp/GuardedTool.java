package dev.toolpolicy.mcp;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.turn.GuardedCall;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A tool of an MCP server that runs only if the engine allows it: give the server what {@link #of} returns. A call that
 * doesn't run has an error result with the reason, as the protocol wants it for what a model can mend.
 *
 * <p>The SDK has already parsed the arguments: the engine decides what the SDK parsed, and the tool gets the same.
 */
public final class GuardedTool {
    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private final SyncToolSpecification tool;
    private final Function<McpSyncServerExchange, ? extends @Nullable PolicySession> sessions;

    private GuardedTool(
            SyncToolSpecification tool, Function<McpSyncServerExchange, ? extends @Nullable PolicySession> sessions) {
        this.tool = tool;
        this.sessions = sessions;
    }

    /**
     * Puts a tool under policies.
     *
     * @param tool the tool
     * @param sessions finds the session that a client's calls belong to, such as that of {@code sessionId()}; a call for
     *     which it finds none is an error and doesn't run
     * @return the tool as the server may have it
     */
    public static SyncToolSpecification of(
            SyncToolSpecification tool, Function<McpSyncServerExchange, ? extends @Nullable PolicySession> sessions) {
        return new SyncToolSpecification(tool.tool(), new GuardedTool(tool, sessions)::call);
    }

    private CallToolResult call(McpSyncServerExchange exchange, CallToolRequest request) {
        PolicySession session = sessions.apply(exchange);
        if (session == null) {
            throw new IllegalStateException("The call of tool \"" + tool.tool().name()
                    + "\" has no session, so it doesn't run. Return one from the function that was given to"
                    + " GuardedTool.of, for example the session of exchange.sessionId().");
        }
        GuardedCall.Result<CallToolResult> result = session.guard(
                        "", tool.tool().name(), request.arguments())
                .run(approved -> tool.callHandler().apply(exchange, checked(request, approved)), GuardedTool::outcome);
        return result.returned()
                .orElseGet(() -> CallToolResult.builder()
                        .addTextContent(result.forModel())
                        .isError(!result.call().success())
                        .build());
    }

    private static ToolResult outcome(CallToolResult own) {
        String text = text(own.content());
        return Boolean.TRUE.equals(own.isError())
                ? ToolResult.failure(text)
                : ToolResult.success(TextNode.valueOf(text));
    }

    /** Returns the request with the approved arguments. */
    private static CallToolRequest checked(CallToolRequest request, ObjectNode approved) {
        return new CallToolRequest(request.name(), JSON.convertValue(approved, OBJECT), request.meta());
    }

    private static String text(List<Content> contents) {
        return contents.stream()
                .map(content -> content instanceof TextContent text ? text.text() : "(" + content.type() + ")")
                .collect(Collectors.joining("\n"));
    }
}
