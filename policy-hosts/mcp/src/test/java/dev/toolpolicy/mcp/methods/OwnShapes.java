package dev.toolpolicy.mcp.methods;

import io.modelcontextprotocol.common.McpTransportContext;
import org.springframework.ai.mcp.annotation.McpMeta;
import org.springframework.ai.mcp.annotation.McpProgressToken;
import org.springframework.ai.mcp.annotation.McpTool;
import org.springframework.ai.mcp.annotation.context.McpSyncRequestContext;

/** Methods of shapes that only MCP servers of Spring AI have. */
public final class OwnShapes {
    @McpTool
    @Checked
    public void injected(
            McpSyncRequestContext context,
            McpMeta meta,
            @McpProgressToken String token,
            McpTransportContext transport,
            String a) {}

    @McpTool(name = "renamed-tool", description = "Two\nlines")
    @Checked
    public void renamed(String a) {}
}
