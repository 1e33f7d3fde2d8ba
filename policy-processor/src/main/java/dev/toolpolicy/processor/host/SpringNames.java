package dev.toolpolicy.processor.host;

import java.util.List;
import java.util.Optional;

/**
 * The names of Spring AI, or of a framework that describes methods in the same way.
 *
 * @param framework the framework's name in messages
 * @param tool the annotation that makes a method a tool
 * @param parameter the annotation of parameters and fields
 * @param injected the types of parameters that are not the model's
 * @param marks the annotations on parameters that are not the model's
 * @param composed whether the framework finds its annotation on an annotation of the method
 * @param nullable the only annotation that makes a parameter optional; empty if each with the name {@code Nullable} does
 */
record SpringNames(
        String framework,
        String tool,
        String parameter,
        List<String> injected,
        List<String> marks,
        boolean composed,
        Optional<String> nullable) {
    static final SpringNames SPRING_AI = new SpringNames(
            "Spring AI",
            "org.springframework.ai.tool.annotation.Tool",
            "org.springframework.ai.tool.annotation.ToolParam",
            List.of("org.springframework.ai.chat.model.ToolContext"),
            List.of(),
            true,
            Optional.empty());
    /** MCP servers with Spring AI 2. */
    static final SpringNames SPRING_MCP =
            mcp("org.springframework.ai.mcp.annotation", "org.springframework.ai.mcp.annotation", Optional.empty());
    /** MCP servers without it, and with Spring AI 1. */
    static final SpringNames COMMUNITY_MCP = mcp(
            "org.springaicommunity.mcp",
            "org.springaicommunity.mcp.annotation",
            Optional.of("reactor.util.annotation.Nullable"));

    private static SpringNames mcp(String root, String annotations, Optional<String> nullable) {
        return new SpringNames(
                "MCP",
                annotations + ".McpTool",
                annotations + ".McpToolParam",
                List.of(
                        root + ".context.McpSyncRequestContext",
                        root + ".context.McpAsyncRequestContext",
                        annotations + ".McpMeta",
                        "io.modelcontextprotocol.server.McpSyncServerExchange",
                        "io.modelcontextprotocol.server.McpAsyncServerExchange",
                        "io.modelcontextprotocol.common.McpTransportContext",
                        "io.modelcontextprotocol.spec.McpSchema.CallToolRequest"),
                List.of(annotations + ".McpProgressToken"),
                false,
                nullable);
    }
}
