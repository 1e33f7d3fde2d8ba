package dev.toolpolicy.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.toolpolicy.runtime.PolicyEngine;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.adapter.WholeCall;
import dev.toolpolicy.runtime.turn.CallResult;
import dev.toolpolicy.runtime.turn.CallResult.Delivery;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
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

    private final PolicyEngine engine;
    private final SyncToolSpecification tool;
    private final Function<McpSyncServerExchange, PolicySession> sessions;

    private GuardedTool(
            PolicyEngine engine, SyncToolSpecification tool, Function<McpSyncServerExchange, PolicySession> sessions) {
        this.engine = engine;
        this.tool = tool;
        this.sessions = sessions;
    }

    /**
     * Puts a tool under policies.
     *
     * @param engine the engine, which knows the tool by its name
     * @param tool the tool
     * @param sessions finds the session that a client's calls belong to
     * @return the tool as the server may have it
     */
    public static SyncToolSpecification of(
            PolicyEngine engine, SyncToolSpecification tool, Function<McpSyncServerExchange, PolicySession> sessions) {
        return new SyncToolSpecification(tool.tool(), new GuardedTool(engine, tool, sessions)::call);
    }

    private CallToolResult call(McpSyncServerExchange exchange, CallToolRequest request) {
        AtomicReference<@Nullable CallToolResult> ran = new AtomicReference<>();
        CallResult result = new WholeCall(
                        engine, sessions.apply(exchange), "", tool.tool().name())
                .run(text(request.arguments()), approved -> {
                    CallToolResult own = tool.callHandler().apply(exchange, checked(request, approved));
                    ran.set(own);
                    if (Boolean.TRUE.equals(own.isError())) {
                        throw new WholeCall.FailedResult(text(own.content()));
                    }
                    return text(own.content());
                });
        CallToolResult own = ran.get();
        return own != null && result.delivery() == Delivery.WHOLE
                ? own
                : CallToolResult.builder()
                        .addTextContent(result.forModel())
                        .isError(!result.success())
                        .build();
    }

    private static String text(@Nullable Map<String, Object> arguments) {
        try {
            return arguments == null ? "" : JSON.writeValueAsString(arguments);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("arguments that came as JSON can't be written as JSON", e);
        }
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
