/** Tools of MCP servers and clients under policies. Read {@link dev.toolpolicy.mcp.PolicyMcp} first. */
@NullMarked
package dev.toolpolicy.mcp;

import org.jspecify.annotations.NullMarked;
