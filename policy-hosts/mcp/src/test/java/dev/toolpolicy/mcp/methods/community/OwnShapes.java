package dev.toolpolicy.mcp.methods.community;

import io.modelcontextprotocol.common.McpTransportContext;
import org.springaicommunity.mcp.annotation.McpMeta;
import org.springaicommunity.mcp.annotation.McpProgressToken;
import org.springaicommunity.mcp.annotation.McpTool;
import org.springaicommunity.mcp.context.McpSyncRequestContext;

/** Methods of shapes that only other MCP servers have. */
public final class OwnShapes {
    @McpTool
    @Checked
    public void c_injected(
            McpSyncRequestContext context,
            McpMeta meta,
            @McpProgressToken String token,
            McpTransportContext transport,
            String a) {}

    @McpTool(name = "c-renamed", description = "Two\nlines")
    @Checked
    public void c_renamed(String a) {}
}
