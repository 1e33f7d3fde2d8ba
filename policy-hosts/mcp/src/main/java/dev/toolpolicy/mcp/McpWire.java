package dev.toolpolicy.mcp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.toolpolicy.ToolResult;
import dev.toolpolicy.config.host.HostTool;
import dev.toolpolicy.runtime.internal.adapter.ServerLabels;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.modern.McpSchema.CallToolOutcome;
import io.modelcontextprotocol.modern.McpSchema.InputRequiredResult;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tools, requests and results of one family of the SDK's classes, as the guard needs them.
 *
 * @param described returns a tool as the engine knows it
 * @param structured tells whether a server replaces results of a tool without structured content, unless they are errors
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
            result -> outcome(text(result.content(), McpWire::text), result.isError(), result.meta()),
            (text, isError) -> CallToolResult.builder()
                    .addTextContent(text)
                    .isError(isError)
                    .build());

    /** The classes for the revision of 2026-07-28, which the SDK calls modern. */
    static final McpWire<McpSchema.Tool, McpSchema.CallToolRequest, CallToolOutcome> MODERN = new McpWire<>(
            McpWire::described,
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
        return described(tool.name(), tool.description(), tool.inputSchema());
    }

    static HostTool described(McpSchema.Tool tool) {
        return described(tool.name(), tool.description(), tool.inputSchema());
    }

    private static HostTool described(String name, @Nullable String description, @Nullable Map<String, Object> schema) {
        return new HostTool(
                name,
                Objects.requireNonNullElse(description, ""),
                JSON.valueToTree(Objects.requireNonNullElse(schema, Map.of("type", "object"))));
    }

    /** Returns what a result means. A call that asks for input isn't complete, so it failed. */
    private static ToolResult modernOutcome(CallToolOutcome result) {
        if (result instanceof McpSchema.CallToolResult complete) {
            return outcome(text(complete.content(), McpWire::text), complete.isError(), complete.meta());
        }
        Object questions = result instanceof InputRequiredResult input ? input.inputRequests() : null;
        return outcome("Not complete: the tool asks for input: " + JSON.valueToTree(questions), true, result.meta());
    }

    private static ToolResult outcome(String text, @Nullable Boolean isError, @Nullable Map<String, Object> meta) {
        ToolResult outcome =
                Boolean.TRUE.equals(isError) ? ToolResult.failure(text) : ToolResult.success(TextNode.valueOf(text));
        return outcome.withLabels(ServerLabels.ofResult(JSON.valueToTree(meta)));
    }

    private static <C> String text(@Nullable List<C> contents, Function<C, String> text) {
        return contents == null ? "" : contents.stream().map(text).collect(Collectors.joining("\n"));
    }

    private static String text(io.modelcontextprotocol.spec.McpSchema.Content content) {
        return content instanceof TextContent own ? own.text() : "(" + content.type() + ")";
    }

    private static String text(McpSchema.Content content) {
        return content instanceof McpSchema.TextContent own ? own.text() : "(" + content.type() + ")";
    }
}
