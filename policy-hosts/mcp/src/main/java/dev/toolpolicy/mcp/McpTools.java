package dev.toolpolicy.mcp;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.PolicySession;
import dev.toolpolicy.runtime.internal.adapter.RefusedCalls;
import dev.toolpolicy.runtime.internal.adapter.ServerLabels;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tools, requests and results of the SDK as the engine has them. Stateless. */
final class McpTools {
    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private McpTools() {}

    static HostTool described(Tool tool) {
        JsonNode schema = tool.inputSchema() == null
                ? JSON.createObjectNode().put("type", "object")
                : JSON.valueToTree(tool.inputSchema());
        return new HostTool(tool.name(), Objects.requireNonNullElse(tool.description(), ""), schema);
    }

    static CallToolRequest approved(String tool, CallToolRequest request, ObjectNode arguments) {
        return new CallToolRequest(tool, JSON.convertValue(arguments, OBJECT), request.meta());
    }

    static ToolResult outcome(CallToolResult own) {
        String text = text(own.content());
        ToolResult outcome = Boolean.TRUE.equals(own.isError())
                ? ToolResult.failure(text)
                : ToolResult.success(TextNode.valueOf(text));
        return outcome.withLabels(ServerLabels.ofResult(JSON.valueToTree(own.meta())));
    }

    /** Returns the labels that the server's list adds to the results of a tool. */
    static Set<String> labels(Tool tool) {
        return ServerLabels.ofTool(JSON.valueToTree(tool.annotations()));
    }

    /** Reports a call that doesn't run, and returns the result that says so. */
    static CallToolResult refused(PolicySession session, String callId, String tool, String reason) {
        RefusedCalls.report(session, callId, tool, reason);
        return result(reason, true);
    }

    static CallToolResult result(String text, boolean isError) {
        return CallToolResult.builder().addTextContent(text).isError(isError).build();
    }

    private static String text(@Nullable List<Content> contents) {
        return contents == null
                ? ""
                : contents.stream()
                        .map(content -> content instanceof TextContent text ? text.text() : "(" + content.type() + ")")
                        .collect(Collectors.joining("\n"));
    }
}
