package dev.toolpolicy.mcp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.internal.schema.FlowFacts;
import dev.toolpolicy.runtime.internal.adapter.ServerLabels;
import dev.toolpolicy.runtime.internal.adapter.ServerResults;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tools, requests and results of one family of the SDK's classes, as the guard needs them.
 *
 * @param described returns a tool as the engine knows it
 * @param structured returns whether a server replaces results of a tool without structured content, unless they are errors
 * @param arguments returns the arguments of a request, or null
 * @param approved returns a request with other arguments
 * @param outcome returns what a result means for later calls
 * @param notice returns a result with a text, which is an error or not
 * @param <T> the type of tools
 * @param <Q> the type of requests
 * @param <R> the type of results
 */
record McpWire<T, Q, R>(
        Function<T, HostTool> described,
        Predicate<T> structured,
        Function<Q, @Nullable Map<String, Object>> arguments,
        BiFunction<Q, Map<String, Object>, Q> approved,
        Function<R, ToolResult> outcome,
        BiFunction<String, Boolean, R> notice) {
    static final JsonMapper JSON = new JsonMapper();

    /** The classes for the protocol's revisions up to 2025-11-25. */
    static final McpWire<Tool, CallToolRequest, CallToolResult> CLASSIC = new McpWire<>(
            McpWire::described,
            tool -> tool.outputSchema() != null,
            CallToolRequest::arguments,
            (request, approved) -> new CallToolRequest(request.name(), approved, request.meta()),
            McpWire::outcome,
            (text, isError) -> CallToolResult.builder()
                    .addTextContent(text)
                    .isError(isError)
                    .build());

    /** The classes for the revision of 2026-07-28, which the SDK calls modern. */
    static final McpWire<McpSchema.Tool, McpSchema.CallToolRequest, McpSchema.CallToolOutcome> MODERN = new McpWire<>(
            tool -> described(classic(tool)),
            tool -> tool.outputSchema() != null,
            McpSchema.CallToolRequest::arguments,
            (request, approved) -> new McpSchema.CallToolRequest(
                    request.name(), approved, request.inputResponses(), request.requestState(), request.meta()),
            McpWire::modernOutcome,
            (text, isError) -> McpSchema.CallToolResult.builder()
                    .addContent(McpSchema.TextContent.builder(text).build())
                    .isError(isError)
                    .build());

    static HostTool described(Tool tool) {
        Object schema = Objects.requireNonNullElse(tool.inputSchema(), Map.of("type", "object"));
        return new HostTool(tool.name(), Objects.requireNonNullElse(tool.description(), ""), JSON.valueToTree(schema));
    }

    static Tool classic(McpSchema.Tool tool) {
        return JSON.convertValue(tool, Tool.class);
    }

    /** Returns what a result means. A call that asks for input isn't complete, so its success is unknown. */
    private static ToolResult modernOutcome(McpSchema.CallToolOutcome result) {
        return result instanceof McpSchema.CallToolResult complete
                ? outcome(complete)
                : ToolResult.unknown("It asks for input: "
                                + JSON.valueToTree(((McpSchema.InputRequiredResult) result).inputRequests()))
                        .withLabels(ServerLabels.ofResult(JSON.valueToTree(result.meta())));
    }

    private static ToolResult outcome(Object result) {
        try {
            return ServerResults.outcome(JSON.valueToTree(result));
        } catch (IllegalArgumentException e) {
            return ToolResult.unknown("It has no JSON form: " + e.getMessage()).withLabels(Set.of(FlowFacts.UNTRUSTED));
        }
    }
}
